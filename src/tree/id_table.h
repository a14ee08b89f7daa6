// From ids to where they are found: one thread adds, any number look up, without locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tree/memory/word_table.h"

namespace latewood::tree {

class Node;

// Where a node was put.
struct IdEntry {
  const Node* node = nullptr;  // the record the node entered with
  const Node* turn = nullptr;  // the turn it is in; null: `^sys` or `^ah`
};

class IdTable {
 public:
  using HashOf = std::uint64_t (*)(std::string_view id);

  // A node, with the entry it was added by, or null if it was added by itself.
  struct Found {
    const Node* node = nullptr;
    const IdEntry* entry = nullptr;
    explicit operator bool() const { return node != nullptr; }
  };

  IdTable();
  // Tests give a weaker hash to see what a crowd does.
  explicit IdTable(HashOf hash_of);

  // The id must not be there yet. What is added must stay at its address.
  void add(const Node& node);
  void add(const IdEntry& entry);

  // Room for so many ids in a table that has none yet.
  void reserve(std::size_t count) { words_.reserve(count); }

  // Neither if no node of that id was added.
  Found find(std::string_view id) const;

  std::size_t size() const { return words_.size(); }

  // Every node in some order; the thread that adds may ask: fn(found).
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
