// Every id along one line of history: the index of a branch, and what it may see of the
// branches it came from. Any thread may ask.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tree/id_index.h"
#include "tree/tree.h"

namespace latewood::tree {

// Knows ids that no index in memory has, because the commits that brought them were not loaded.
class IdSource {
 public:
  virtual ~IdSource() = default;
  // Nothing if none of those commits had the id. For an id that has left the tree since, the entry
  // may have no more than a cycle. Any thread may ask.
  virtual std::optional<IdIndex::Entry> find_id(std::string_view id) = 0;
};

class IdScope {
 public:
  // An index whose nodes are seen if they entered at `cutoff` or before. What is added last is
  // asked first.
  void add(const IdIndex& index, std::uint64_t cutoff) { parts_.push_back({&index, cutoff}); }

  // Ids from before all indexes.
  void add(IdSource& source) { source_ = &source; }

  // Nothing if no commit along this line had the id.
  std::optional<IdIndex::Entry> find(std::string_view id) const;

  // Every id along this line, some more than once; the thread that adds may ask: fn(id).
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

// Where a committed node is in this tree, the frame included; nothing if the tree does not
// have it.
std::optional<Place> find_place(const Tree& tree, std::string_view id, const IdScope& scope);

}  // namespace latewood::tree
