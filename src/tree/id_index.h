// Maps the id of a committed node to the turn into which it was put. The index only grows; check in a tree whether it
// still has the node. One thread adds, any number of threads look up, without locks.
//
// Almost every node is in the turn that was sealed in its own cycle, and almost every turn and core has its cycle in
// its id. So the turns are kept in a list by cycle, with their cores, and all these nodes are found through it. A table
// has the remaining ids.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tree/id_table.h"
#include "tree/memory/stable_vector.h"
#include "tree/node.h"

namespace latewood::tree {

class IdIndex {
 public:
  struct Entry {
    const Node* node = nullptr;  // the record the node entered with
    const Node* turn = nullptr;  // the turn it is in; null: `^sys` or `^ah`
    std::uint64_t since = 0;     // the commit of this cycle was the first with the node

    // Returns true if `other` is the same turn, with the stamps by which trees find it.
    bool is_in(const Node* other) const;
  };

  IdIndex() = default;
  IdIndex(const IdIndex&) = delete;
  IdIndex& operator=(const IdIndex&) = delete;

  // Adds a node of a turn, or of a region if `turn` is null. The index must not have its id yet.
  void add(const Node& node, const Node* turn);

  // Reserves room for `count` nodes. The index must be empty.
  void reserve(std::size_t count) { table_.reserve(count); }

  // nullopt if no node with this id was ever added.
  std::optional<Entry> find(std::string_view id) const;

  std::size_t size() const { return in_row_ + table_.size(); }

  // Calls fn(entry) for every node, in no particular order. Only for the thread that adds.
  template <class Fn>
  void for_each(Fn fn) const {
    for (std::size_t i = 0; i < row_.size(); ++i) {
      fn(entry(row_[i].turn, row_[i].turn));
      if (const Node* core = row_[i].core.load(std::memory_order_relaxed)) fn(entry(core, row_[i].turn));
    }
    table_.for_each([&](const IdTable::Found& found) { fn(entry_of(found)); });
  }

 private:
  // A turn named after its cycle; the first one if a cycle has several.
  struct Regular {
    explicit Regular(const Node* made) : turn(made) {}
    const Node* const turn;
    mutable std::atomic<const Node*> core = nullptr;  // set if the core is named after the cycle too
  };

  const Regular* find_regular(std::uint64_t cycle) const;
  bool add_to_row(const Node& node, const Node* turn);
  void add_to_table(const Node& node, const Node* turn);
  static Entry entry(const Node* node, const Node* turn) { return {node, turn, node->cycle()}; }
  Entry entry_of(const IdTable::Found& found) const;

  StableVector<Regular> row_;
  std::atomic<std::size_t> row_size_ = 0;      // the size of the row for reading threads
  std::size_t in_row_ = 0;                     // number of turns and cores in the row
  std::atomic<bool> has_stray_names_ = false;  // whether the table has an id of the form used in the row
  StableVector<IdEntry> irregular_;
  IdTable table_;
};

}  // namespace latewood::tree
