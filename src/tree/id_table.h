// A hash table from ids to where they are found: one thread adds, any number look up, without
// locks.
//
// It is made of small segments, and a directory leads from the first bits of a hash to the
// segment for it. A segment is made of buckets of one cache line, and an id is in one of two of
// them. A full segment is split by one more bit: what has the bit moves to a new segment, the
// rest stays where it is. So the table grows a little at a time, and hardly anything has to be
// kept for readers of what was given up.
//
// Readers. What moves is in the new segment, and the directory leads there, before its old slot
// is emptied. Whoever misses an id because of that has seen the empty slot, and so sees the new
// way if he looks again.
//
// Whoever chooses the ids can make them share their hashes. Those for which there is no room
// in a segment that is mostly empty are kept in a list: that costs time and no memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "tree/stable_vector.h"

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
  ~IdTable();
  IdTable(const IdTable&) = delete;
  IdTable& operator=(const IdTable&) = delete;

  // The id must not be there yet. What is added must stay at its address.
  void add(const Node& node);
  void add(const IdEntry& entry);

  // Neither if no node of that id was added.
  Found find(std::string_view id) const;

  std::size_t size() const { return size_; }

  // Every node in some order; the thread that adds may ask: fn(found).
  template <class Fn>
  void for_each(Fn fn) const {
    for (const std::uint64_t word : words()) fn(found_at(word));
  }

 private:
  struct Segment;
  struct Directory;

  static Found found_at(std::uint64_t word);
  std::vector<std::uint64_t> words() const;
  std::uint64_t hash_at(std::uint64_t word) const;
  const Segment* segment_for(std::uint64_t quick) const;
  Found find_in(const Segment& segment, std::uint64_t quick, std::string_view id) const;
  Found find_crowded(std::uint64_t quick, std::string_view id) const;

  void add(std::uint64_t word, std::uint64_t quick);
  bool make_room(Segment& full, std::uint64_t quick);
  void enlarge(Segment& full);
  void split(Segment& full, std::uint64_t quick);
  bool double_directory();

  HashOf hash_of_;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<Segment>> segments_;
  std::vector<std::unique_ptr<Segment>> outgrown_;  // a few small ones, for their readers
  std::vector<std::unique_ptr<Directory>> directories_;
  std::atomic<const Directory*> current_ = nullptr;
  StableVector<std::uint64_t> crowded_;
  std::atomic<std::size_t> crowded_size_ = 0;  // for readers
};

}  // namespace latewood::tree
