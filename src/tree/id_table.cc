#include "tree/id_table.h"

#include <algorithm>
#include <array>
#include <utility>

#include "canon/quick_hash.h"
#include "tree/node.h"

namespace latewood::tree {
namespace {

constexpr std::size_t kBucket = 8;  // slots
constexpr std::size_t kFirstBuckets = 4;
constexpr std::size_t kMostBuckets = 64;

// A slot is one word: an address, a bit that says what is there, and some bits of the hash, so
// that of other ids hardly any has to be looked at. Addresses have 48 bits.
constexpr std::uint64_t kFree = 0;
constexpr unsigned kAddressBits = 48;
constexpr std::uint64_t kAddress = (std::uint64_t{1} << kAddressBits) - 1;
constexpr std::uint64_t kIsEntry = std::uint64_t{1} << kAddressBits;
constexpr std::uint64_t kTag = ~(kAddress | kIsEntry);

// The directory goes by the first bits of a hash, buckets by the last ones, tags by some between.
std::uint64_t tag_of(std::uint64_t quick) { return quick << 20 & kTag; }

std::uint64_t word_of(const void* address, std::uint64_t quick) {
  return (reinterpret_cast<std::uintptr_t>(address) & kAddress) | tag_of(quick);
}

// One cache line.
struct alignas(64) Bucket {
  std::array<std::atomic<std::uint64_t>, kBucket> slots{};

  std::size_t used() const {
    return static_cast<std::size_t>(std::count_if(
        slots.begin(), slots.end(), [](const auto& slot) { return slot.load(std::memory_order_relaxed) != kFree; }));
  }
};

}  // namespace

// The ids whose hashes begin with the same `depth` bits.
struct IdTable::Segment {
  // A power of two of buckets.
  Segment(std::size_t count, unsigned bits) : depth(bits), mask(count - 1), buckets(count) {}

  // The two in which an id may be; maybe they are the same.
  std::size_t first(std::uint64_t quick) const { return quick & mask; }
  std::size_t second(std::uint64_t quick) const { return quick >> 8 & mask; }
  std::size_t capacity() const { return buckets.size() * kBucket; }

  // False if both buckets are full. Takes the emptier one, which lets a segment become fuller.
  bool put(std::uint64_t word, std::uint64_t quick) {
    Bucket& one = buckets[first(quick)];
    Bucket& other = buckets[second(quick)];
    for (auto& slot : (other.used() < one.used() ? other : one).slots) {
      if (slot.load(std::memory_order_relaxed) != kFree) continue;
      slot.store(word, std::memory_order_release);
      ++used;
      return true;
    }
    return false;
  }

  unsigned depth;
  std::size_t used = 0;
  const std::size_t mask;
  std::vector<Bucket> buckets;
};

struct IdTable::Directory {
  explicit Directory(unsigned bits) : depth(bits), segments(std::size_t{1} << bits) {}
  std::size_t place(std::uint64_t quick) const {
    return depth == 0 ? 0 : static_cast<std::size_t>(quick >> (64 - depth));
  }
  const unsigned depth;
  std::vector<std::atomic<Segment*>> segments;
};

IdTable::IdTable() : IdTable(quick_hash) {}

IdTable::IdTable(HashOf hash_of) : hash_of_(hash_of) {
  segments_.push_back(std::make_unique<Segment>(kFirstBuckets, 0));
  directories_.push_back(std::make_unique<Directory>(0));
  directories_.back()->segments[0].store(segments_.back().get(), std::memory_order_relaxed);
  current_.store(directories_.back().get(), std::memory_order_release);
}

IdTable::~IdTable() = default;

IdTable::Found IdTable::found_at(std::uint64_t word) {
  const auto address = static_cast<std::uintptr_t>(word & kAddress);
  if ((word & kIsEntry) == 0) return {reinterpret_cast<const Node*>(address), nullptr};
  const auto* entry = reinterpret_cast<const IdEntry*>(address);
  return {entry->node, entry};
}

std::uint64_t IdTable::hash_at(std::uint64_t word) const { return hash_of_(found_at(word).node->id()); }

std::vector<std::uint64_t> IdTable::words() const {
  std::vector<std::uint64_t> words;
  words.reserve(size_);
  for (const auto& segment : segments_) {
    for (const Bucket& bucket : segment->buckets) {
      for (const auto& slot : bucket.slots) {
        const std::uint64_t word = slot.load(std::memory_order_relaxed);
        if (word != kFree) words.push_back(word);
      }
    }
  }
  for (std::size_t i = 0; i < crowded_.size(); ++i) words.push_back(crowded_[i]);
  return words;
}

// ---- looking up ----

const IdTable::Segment* IdTable::segment_for(std::uint64_t quick) const {
  const Directory* directory = current_.load(std::memory_order_acquire);
  return directory->segments[directory->place(quick)].load(std::memory_order_acquire);
}

IdTable::Found IdTable::find(std::string_view id) const {
  const std::uint64_t quick = hash_of_(id);
  for (const Segment* segment = segment_for(quick);;) {
    if (const Found found = find_in(*segment, quick, id)) return found;
    const Segment* now = segment_for(quick);
    if (now == segment) return find_crowded(quick, id);
    segment = now;
  }
}

IdTable::Found IdTable::find_in(const Segment& segment, std::uint64_t quick, std::string_view id) const {
  const std::array<const Bucket*, 2> both = {&segment.buckets[segment.first(quick)],
                                             &segment.buckets[segment.second(quick)]};
  __builtin_prefetch(both[1]);  // mostly both are far away, and both are looked at
  for (const Bucket* bucket : both) {
    for (const auto& slot : bucket->slots) {
      const std::uint64_t word = slot.load(std::memory_order_acquire);
      if (word == kFree || (word & kTag) != tag_of(quick)) continue;
      const Found found = found_at(word);
      if (found.node->id() == id) return found;
    }
  }
  return {};
}

IdTable::Found IdTable::find_crowded(std::uint64_t quick, std::string_view id) const {
  const std::size_t size = crowded_size_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < size; ++i) {
    if ((crowded_[i] & kTag) != tag_of(quick)) continue;
    const Found found = found_at(crowded_[i]);
    if (found.node->id() == id) return found;
  }
  return {};
}

// ---- adding ----

void IdTable::add(const Node& node) {
  const std::uint64_t quick = hash_of_(node.id());
  add(word_of(&node, quick), quick);
}

void IdTable::add(const IdEntry& entry) {
  const std::uint64_t quick = hash_of_(entry.node->id());
  add(word_of(&entry, quick) | kIsEntry, quick);
}

void IdTable::add(std::uint64_t word, std::uint64_t quick) {
  ++size_;
  for (;;) {
    const Directory& directory = *directories_.back();
    Segment& segment = *directory.segments[directory.place(quick)].load(std::memory_order_relaxed);
    if (segment.put(word, quick)) return;
    if (make_room(segment, quick)) continue;
    crowded_.emplace_back(word);
    crowded_size_.store(crowded_.size(), std::memory_order_release);
    return;
  }
}

// ---- growing ----

// False if room for one more would be bought by far more room for nothing.
bool IdTable::make_room(Segment& full, std::uint64_t quick) {
  if (2 * full.used < full.capacity()) return false;
  if (full.buckets.size() < kMostBuckets) {
    enlarge(full);
    return true;
  }
  if (full.depth == directories_.back()->depth && !double_directory()) return false;
  split(full, quick);
  return true;
}

// The first segment, which is the only one then, by one of twice the size.
void IdTable::enlarge(Segment& full) {
  auto larger = std::make_unique<Segment>(2 * full.buckets.size(), full.depth);
  for (const std::uint64_t word : words()) {
    // What is in no bucket of this one is in the list already.
    const std::uint64_t quick = hash_at(word);
    if (!find_in(full, quick, found_at(word).node->id()) || larger->put(word, quick)) continue;
    // Others came first and took its room.
    crowded_.emplace_back(word);
    crowded_size_.store(crowded_.size(), std::memory_order_release);
  }
  directories_.back()->segments[0].store(larger.get(), std::memory_order_release);
  outgrown_.push_back(std::exchange(segments_.front(), std::move(larger)));
}

// A directory takes at most some bytes for each id.
bool IdTable::double_directory() {
  const Directory& old = *directories_.back();
  if (2 * old.segments.size() > size_ / 8) return false;
  auto larger = std::make_unique<Directory>(old.depth + 1);
  for (std::size_t i = 0; i < larger->segments.size(); ++i) {
    larger->segments[i].store(old.segments[i / 2].load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  directories_.push_back(std::move(larger));
  current_.store(directories_.back().get(), std::memory_order_release);
  return true;
}

void IdTable::split(Segment& full, std::uint64_t quick) {
  const std::uint64_t bit = std::uint64_t{1} << (63 - full.depth);
  ++full.depth;
  Segment& other = *segments_.emplace_back(std::make_unique<Segment>(full.buckets.size(), full.depth));
  std::vector<std::atomic<std::uint64_t>*> moved;
  for (std::size_t at = 0; at < full.buckets.size(); ++at) {
    for (std::size_t slot = 0; slot < kBucket; ++slot) {
      auto& from = full.buckets[at].slots[slot];
      const std::uint64_t word = from.load(std::memory_order_relaxed);
      if (word == kFree || (hash_at(word) & bit) == 0) continue;
      // It may have the same place there as here.
      other.buckets[at].slots[slot].store(word, std::memory_order_relaxed);
      moved.push_back(&from);
    }
  }
  other.used = moved.size();
  Directory& directory = *directories_.back();
  const std::size_t first = directory.place((quick & ~(bit - 1)) | bit);
  const std::size_t count = std::size_t{1} << (directory.depth - full.depth);
  for (std::size_t i = 0; i < count; ++i) directory.segments[first + i].store(&other, std::memory_order_release);
  for (auto* slot : moved) slot->store(kFree, std::memory_order_release);
  full.used -= moved.size();
}

}  // namespace latewood::tree
