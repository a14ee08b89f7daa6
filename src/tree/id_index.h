// From the id of a committed node to the turn it lives in. The index only grows
// and says where a node was put; whether a given tree still has it, the tree tells.
// One thread adds, any number look up, without locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

#include "tree/node.h"

namespace latewood::tree {

class IdIndex {
 public:
  struct Entry {
    const Node* node = nullptr;  // the record the node entered with
    const Node* turn = nullptr;  // the turn it is in; null: `^sys` or `^ah`
  };

  IdIndex();
  IdIndex(const IdIndex&) = delete;
  IdIndex& operator=(const IdIndex&) = delete;

  // `entry.node->id()` must not be there yet.
  void add(const Entry& entry);

  // Null if no node of that id was ever committed here. The entry stays valid as
  // long as the index.
  const Entry* find(std::string_view id) const;

  std::size_t size() const { return entries_.size(); }

 private:
  // A table is replaced by one of twice the size when it is half full. Readers of
  // the old one lose nothing that was there when they looked, so it is kept.
  struct Table {
    explicit Table(std::size_t capacity) : mask(capacity - 1), slots(capacity) {}
    std::size_t mask;
    std::vector<std::atomic<const Entry*>> slots;
  };

  static void put(Table& table, const Entry* entry);

  std::deque<Entry> entries_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::atomic<const Table*> current_;
};

}  // namespace latewood::tree
