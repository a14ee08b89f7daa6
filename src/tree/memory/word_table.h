// A hash table of words. One thread adds, any number of threads look up, without locks. The owner defines the meaning
// of a word and computes its hash.
//
// The table has small segments; a directory maps the first bits of a hash to a segment. A segment has buckets of one
// cache line, and a word is in one of two of them. If both are full, a word in them moves to its other bucket. A full
// segment is split by one more bit: words with the bit move to a new segment, the rest stay. So the table grows in
// small steps, and little old memory is kept for readers. Segments differ in size, so that they do not become full at
// the same time: about 13 bytes per word for any number of words.
//
// Readers. A moved word is in its new slot, and a count or the directory is updated, before its old slot is emptied. A
// reader that misses a word because of a move has read the empty slot, and sees by the count that it must look again.
//
// Hashed texts can be chosen to collide. Words without a place in a segment that is mostly empty are kept in a list:
// this costs time, but no memory.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "tree/memory/stable_vector.h"

namespace latewood::tree {

class WordTable {
 public:
  // An address: not zero, and below 2^48.
  using Word = std::uint64_t;
  static constexpr unsigned kWordBits = 48;
  static constexpr Word kNone = 0;

  // `hash_at` returns the hash that a word was added with.
  explicit WordTable(std::function<std::uint64_t(Word)> hash_at);
  ~WordTable();
  WordTable(const WordTable&) = delete;
  WordTable& operator=(const WordTable&) = delete;

  void add(Word word, std::uint64_t quick);

  // Reserves room for `count` words, so that adding them moves none. The table must be empty.
  void reserve(std::size_t count);

  // The word with this hash for which `is_it(word)` is true; kNone if there is none.
  template <class IsIt>
  Word find(std::uint64_t quick, IsIt is_it) const {
    for (;;) {
      const std::uint32_t moves = moves_.load(std::memory_order_acquire);
      const std::uint64_t way = way_for(quick);
      if (const Word found = find_in(Buckets(way), quick, is_it)) return found;
      const bool is_settled = moves_.load(std::memory_order_acquire) == moves && way_for(quick) == way;
      if (is_settled) return find_crowded(quick, is_it);
    }
  }

  std::size_t size() const { return size_; }

  // All words, in no particular order. Only for the thread that adds.
  std::vector<Word> words() const;

 private:
  // A slot has the last bits of the hash (the tag) above its word. The tag selects the two buckets of the word, and
  // distinguishes it from most other words.
  using Slot = std::atomic<std::uint64_t>;
  static constexpr std::size_t kBucket = 8;
  static constexpr std::uint64_t kWord = (std::uint64_t{1} << kWordBits) - 1;
  static std::uint64_t tag_of(std::uint64_t quick) { return quick << kWordBits; }

  // One cache line.
  struct alignas(64) Bucket {
    std::array<Slot, kBucket> slots{};
    // Null if the bucket is full.
    Slot* free_slot();
    std::size_t used() const;
  };

  // The buckets of a segment as an entry of the directory: their address, and their number in the bits that the
  // alignment leaves free. So a lookup reads only the directory and two buckets.
  class Buckets {
   public:
    static constexpr std::size_t kMost = alignof(Bucket) - 1;
    explicit Buckets(std::uint64_t way)
        : first_(reinterpret_cast<Bucket*>(static_cast<std::uintptr_t>(way & ~std::uint64_t{kMost}))),
          count_(way & kMost) {}

    // The two buckets for a word with this tag; they may be the same.
    Bucket& one(std::uint64_t tag) const { return first_[(tag >> 56) * count_ >> 8]; }
    Bucket& other(std::uint64_t tag) const { return first_[(tag >> 48 & 0xFF) * count_ >> 8]; }

   private:
    Bucket* first_;
    std::uint64_t count_;
  };

  // The words whose hashes begin with the same `depth` bits; at most Buckets::kMost buckets.
  struct Segment {
    Segment(std::size_t count, unsigned bits) : depth(bits), buckets(count) {}
    std::uint64_t way() const { return reinterpret_cast<std::uintptr_t>(buckets.data()) | buckets.size(); }
    std::size_t capacity() const { return buckets.size() * kBucket; }
    std::size_t used() const;

    unsigned depth;
    std::vector<Bucket> buckets;
  };

  struct Directory {
    explicit Directory(unsigned bits) : depth(bits), ways(std::size_t{1} << bits), segments(std::size_t{1} << bits) {}
    std::size_t place(std::uint64_t quick) const {
      return depth == 0 ? 0 : static_cast<std::size_t>(quick >> (64 - depth));
    }
    void lead(std::size_t place, Segment& segment) {
      segments[place] = &segment;
      ways[place].store(segment.way(), std::memory_order_release);
    }
    const unsigned depth;
    std::vector<std::atomic<std::uint64_t>> ways;
    std::vector<Segment*> segments;  // only for the thread that adds
  };

  std::uint64_t way_for(std::uint64_t quick) const {
    const Directory* directory = current_.load(std::memory_order_acquire);
    return directory->ways[directory->place(quick)].load(std::memory_order_acquire);
  }

  template <class IsIt>
  static Word find_in(const Buckets& buckets, std::uint64_t quick, IsIt& is_it) {
    const std::uint64_t tag = tag_of(quick);
    const std::array<const Bucket*, 2> both = {&buckets.one(tag), &buckets.other(tag)};
    __builtin_prefetch(both[1]);  // mostly both are far away, and both are looked at
    for (const Bucket* bucket : both) {
      for (const Slot& slot : bucket->slots) {
        const std::uint64_t tagged = slot.load(std::memory_order_acquire);
        if (tagged == kNone || (tagged & ~kWord) != tag) continue;
        if (is_it(tagged & kWord)) return tagged & kWord;
      }
    }
    return kNone;
  }

  template <class IsIt>
  Word find_crowded(std::uint64_t quick, IsIt& is_it) const {
    const std::size_t size = crowded_size_.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < size; ++i) {
      if ((crowded_[i] & ~kWord) == tag_of(quick) && is_it(crowded_[i] & kWord)) return crowded_[i] & kWord;
    }
    return kNone;
  }

  // Returns false if there is no room.
  bool put(const Buckets& buckets, std::uint64_t tagged);
  // Moves a word of this bucket to its other bucket; `more` further words may move for that. Returns the free slot;
  // null if no word can move.
  Slot* make_room(const Buckets& buckets, Bucket& full, unsigned more);
  void add_crowded(std::uint64_t tagged);
  bool grow(std::uint64_t quick);
  std::size_t next_count(std::size_t words) const;
  void enlarge(Segment& full);
  void split(Segment& full, std::uint64_t quick);
  bool double_directory();

  const std::function<std::uint64_t(Word)> hash_at_;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<Segment>> segments_;
  std::vector<std::unique_ptr<Segment>> outgrown_;  // a few small ones, for their readers
  std::vector<std::unique_ptr<Directory>> directories_;
  std::atomic<const Directory*> current_ = nullptr;
  std::atomic<std::uint32_t> moves_ = 0;  // number of moves of words between buckets
  StableVector<std::uint64_t> crowded_;
  std::atomic<std::size_t> crowded_size_ = 0;  // for readers
};

}  // namespace latewood::tree
