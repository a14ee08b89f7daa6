// From the id of a committed node to the turn it lives in. The index only grows
// and says where a node was put; whether a given tree still has it, the tree tells.
// One thread adds, any number look up, without locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "tree/node.h"
#include "tree/stable_vector.h"

namespace latewood::tree {

class IdIndex {
 public:
  struct Entry {
    const Node* node = nullptr;  // the record the node entered with
    const Node* turn = nullptr;  // the turn it is in; null: `^sys` or `^ah`

    // Whether `other` is that turn, under the stamps by which trees find it.
    bool is_in(const Node* other) const;
  };

  IdIndex();
  IdIndex(const IdIndex&) = delete;
  IdIndex& operator=(const IdIndex&) = delete;

  // `entry.node->id()` must not be there yet.
  void add(const Entry& entry);

  // Takes the room for that many at once. Changes nothing else.
  void reserve(std::size_t count);

  // Null if no node of that id was ever committed here. The entry stays valid as
  // long as the index.
  const Entry* find(std::string_view id) const;

  std::size_t size() const { return entries_.size(); }
  // In the order of adding.
  const Entry& operator[](std::size_t number) const { return entries_[number]; }

 private:
  // A slot holds the number of an entry, from 1; 0 is free. Next to it a byte of the id's
  // hash, so that of other ids hardly any has to be looked at. A table is replaced by one
  // of twice the size when it is three quarters full. Readers of the old one lose nothing
  // that was there when they looked, so it is kept.
  struct Table {
    explicit Table(std::size_t capacity) : mask(capacity - 1), tags(capacity), slots(capacity) {}
    std::size_t mask;
    std::vector<std::atomic<std::uint8_t>> tags;
    std::vector<std::atomic<std::uint32_t>> slots;
  };

  void put(Table& table, std::size_t number) const;
  void grow(std::size_t capacity);

  StableVector<Entry> entries_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::atomic<const Table*> current_;
};

}  // namespace latewood::tree
