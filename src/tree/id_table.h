// Maps ids to nodes. One thread may add while any number of threads look up, without locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tree/memory/word_table.h"

namespace latewood::tree {

class Node;

// A node and the turn it was put into.
struct IdEntry {
  const Node* node = nullptr;  // the record the node entered with
  const Node* turn = nullptr;  // the turn it is in; null: `^sys` or `^ah`
};

class IdTable {
 public:
  using HashOf = std::uint64_t (*)(std::string_view id);

  // A node, with its entry, or null if it was added without one.
  struct Found {
    const Node* node = nullptr;
    const IdEntry* entry = nullptr;
    explicit operator bool() const { return node != nullptr; }
  };

  IdTable();
  // Tests pass a weaker hash to provoke collisions.
  explicit IdTable(HashOf hash_of);

  // The table must not have the id yet. The added object must stay at its address.
  void add(const Node& node);
  void add(const IdEntry& entry);

  // Reserves room for `count` ids. The table must be empty.
  void reserve(std::size_t count) { words_.reserve(count); }

  // Both members are null if no node with this id was added.
  Found find(std::string_view id) const;

  std::size_t size() const { return words_.size(); }

  // Calls fn(found) for every node, in no particular order. Only for the thread that adds.
  template <class Fn>
  void for_each(Fn fn) const {
    for (const WordTable::Word word : words_.words()) fn(found_at(word));
  }

 private:
  static Found found_at(WordTable::Word word);

  HashOf hash_of_;
  WordTable words_;
};

}  // namespace latewood::tree
