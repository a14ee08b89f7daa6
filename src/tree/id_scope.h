// The ids of one line of history: the index of a branch, and the visible part of the indexes of the branches it forked
// from. Any thread may call it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tree/id_index.h"
#include "tree/tree.h"

namespace latewood::tree {

// Finds the ids of commits that are not in memory, and therefore in no index.
class IdSource {
 public:
  virtual ~IdSource() = default;
  // nullopt if none of these commits had the id. If the node was removed since, the entry may have only a cycle. Any
  // thread may call it.
  virtual std::optional<IdIndex::Entry> find_id(std::string_view id) = 0;
};

class IdScope {
 public:
  // Adds an index; its nodes are visible if they were added in cycle `cutoff` or before. The index added last is
  // searched first.
  void add(const IdIndex& index, std::uint64_t cutoff) { parts_.push_back({&index, cutoff}); }

  // Adds the source for ids older than all indexes.
  void add(IdSource& source) { source_ = &source; }

  // nullopt if no commit of this line had the id.
  std::optional<IdIndex::Entry> find(std::string_view id) const;

  // Calls fn(id) for every id of this line, for some more than once. Only for the thread that adds.
  template <class Fn>
  void for_each_id(Fn fn) const {
    for (const Part& part : parts_) {
      part.index->for_each([&](const IdIndex::Entry& entry) {
        if (entry.node->cycle() <= part.cutoff) fn(entry.node->id());
      });
    }
  }

 private:
  struct Part {
    const IdIndex* index;
    std::uint64_t cutoff;
  };
  std::vector<Part> parts_;
  IdSource* source_ = nullptr;
};

// The place of a committed node in this tree, also in the frame; nullopt if the tree does not have it.
std::optional<Place> find_place(const Tree& tree, std::string_view id, const IdScope& scope);

}  // namespace latewood::tree
