#include "tree/memory/word_table.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace latewood::tree {
namespace {

constexpr std::size_t kFirstBuckets = 4;
// The numbers of buckets of segments that are split; a smaller segment grows instead. With more buckets, the few places
// that a tag can name would be used unevenly.
constexpr std::size_t kLeastBuckets = 20;
constexpr std::size_t kMostBuckets = 40;

// The number of further words that may move so that one word can.
constexpr unsigned kMoreMoves = 1;

}  // namespace

std::size_t WordTable::Bucket::used() const {
  return static_cast<std::size_t>(std::count_if(
      slots.begin(), slots.end(), [](const Slot& slot) { return slot.load(std::memory_order_relaxed) != kNone; }));
}

WordTable::Slot* WordTable::Bucket::free_slot() {
  const auto at = std::find_if(slots.begin(), slots.end(),
                               [](const Slot& slot) { return slot.load(std::memory_order_relaxed) == kNone; });
  return at == slots.end() ? nullptr : &*at;
}

std::size_t WordTable::Segment::used() const {
  std::size_t used = 0;
  for (const Bucket& bucket : buckets) used += bucket.used();
  return used;
}

// Puts the word into the emptier bucket, so that segments become fuller before they are split.
bool WordTable::put(const Buckets& buckets, std::uint64_t tagged) {
  Bucket& one = buckets.one(tagged);
  Bucket& other = buckets.other(tagged);
  Slot* slot = (other.used() < one.used() ? other : one).free_slot();
  if (slot == nullptr) slot = make_room(buckets, one, kMoreMoves);
  if (slot == nullptr) slot = make_room(buckets, other, kMoreMoves);
  if (slot == nullptr) return false;
  slot->store(tagged, std::memory_order_release);
  return true;
}

WordTable::Slot* WordTable::make_room(const Buckets& buckets, Bucket& full, unsigned more) {
  for (Slot& slot : full.slots) {
    const std::uint64_t tagged = slot.load(std::memory_order_relaxed);
    Bucket& one = buckets.one(tagged);
    Bucket& other = &one == &full ? buckets.other(tagged) : one;
    if (&other == &full) continue;
    Slot* to = other.free_slot();
    if (to == nullptr && more > 0) to = make_room(buckets, other, more - 1);
    if (to == nullptr) continue;
    to->store(tagged, std::memory_order_release);
    moves_.fetch_add(1, std::memory_order_release);
    slot.store(kNone, std::memory_order_release);
    return &slot;
  }
  return nullptr;
}

WordTable::WordTable(std::function<std::uint64_t(Word)> hash_at) : hash_at_(std::move(hash_at)) {
  segments_.push_back(std::make_unique<Segment>(kFirstBuckets, 0));
  directories_.push_back(std::make_unique<Directory>(0));
  directories_.back()->lead(0, *segments_.back());
  current_.store(directories_.back().get(), std::memory_order_release);
}

WordTable::~WordTable() = default;

std::vector<WordTable::Word> WordTable::words() const {
  std::vector<Word> words;
  words.reserve(size_);
  for (const auto& segment : segments_) {
    for (const Bucket& bucket : segment->buckets) {
      for (const Slot& slot : bucket.slots) {
        const std::uint64_t tagged = slot.load(std::memory_order_relaxed);
        if (tagged != kNone) words.push_back(tagged & kWord);
      }
    }
  }
  for (std::size_t i = 0; i < crowded_.size(); ++i) words.push_back(crowded_[i] & kWord);
  return words;
}

void WordTable::add(Word word, std::uint64_t quick) {
  ++size_;
  const std::uint64_t tagged = word | tag_of(quick);
  for (;;) {
    if (put(Buckets(way_for(quick)), tagged)) return;
    if (!grow(quick)) return add_crowded(tagged);
  }
}

void WordTable::reserve(std::size_t count) {
  constexpr std::size_t kFilled =
      (kLeastBuckets + kMostBuckets) / 2 * kBucket * 5 / 8;  // words of a segment, on average
  if (size_ > 0 || count <= kFilled) return;
  const auto bits = static_cast<unsigned>(std::bit_width((count - 1) / kFilled));
  auto directory = std::make_unique<Directory>(bits);
  outgrown_.push_back(std::exchange(segments_.front(), nullptr));
  segments_.clear();
  for (std::size_t place = 0; place < directory->ways.size(); ++place) {
    directory->lead(place, *segments_.emplace_back(std::make_unique<Segment>(next_count(0), bits)));
  }
  directories_.push_back(std::move(directory));
  current_.store(directories_.back().get(), std::memory_order_release);
}

void WordTable::add_crowded(std::uint64_t tagged) {
  crowded_.emplace_back(tagged);
  crowded_size_.store(crowded_.size(), std::memory_order_release);
}

// ---- growing ----

// Makes room for one more word. Returns false if that would take far too much unused memory.
bool WordTable::grow(std::uint64_t quick) {
  const Directory& directory = *directories_.back();
  Segment& full = *directory.segments[directory.place(quick)];
  if (2 * full.used() < full.capacity()) return false;
  if (full.buckets.size() < kLeastBuckets) {
    enlarge(full);
    return true;
  }
  if (full.depth == directories_.back()->depth && !double_directory()) return false;
  split(full, quick);
  return true;
}

// Replaces the first segment, which must be the only one, by one of twice the size.
void WordTable::enlarge(Segment& full) {
  auto larger = std::make_unique<Segment>(2 * full.buckets.size(), full.depth);
  for (const Bucket& bucket : full.buckets) {
    for (const Slot& slot : bucket.slots) {
      const std::uint64_t tagged = slot.load(std::memory_order_relaxed);
      if (tagged == kNone) continue;
      // Other words may have filled the place first.
      if (!put(Buckets(larger->way()), tagged)) add_crowded(tagged);
    }
  }
  directories_.back()->lead(0, *larger);
  outgrown_.push_back(std::exchange(segments_.front(), std::move(larger)));
}

// Doubles the directory. Returns false if it would take more than a few bytes per word.
bool WordTable::double_directory() {
  const Directory& old = *directories_.back();
  if (2 * old.ways.size() > size_ / 8) return false;
  auto larger = std::make_unique<Directory>(old.depth + 1);
  for (std::size_t i = 0; i < larger->ways.size(); ++i) larger->lead(i, *old.segments[i / 2]);
  directories_.push_back(std::move(larger));
  current_.store(directories_.back().get(), std::memory_order_release);
  return true;
}

// The number of buckets for that many words and some more. Sizes vary between segments.
std::size_t WordTable::next_count(std::size_t words) const {
  constexpr std::size_t kStride = 13;  // shares no factor with the number of sizes
  const std::size_t turn = segments_.size() * kStride % (kMostBuckets - kLeastBuckets + 1);
  return std::min(Buckets::kMost, std::max(kLeastBuckets + turn, words * 4 / (3 * kBucket) + 1));
}

void WordTable::split(Segment& full, std::uint64_t quick) {
  const std::uint64_t bit = std::uint64_t{1} << (63 - full.depth);
  std::vector<Slot*> moved;
  for (Bucket& bucket : full.buckets) {
    for (Slot& slot : bucket.slots) {
      const std::uint64_t tagged = slot.load(std::memory_order_relaxed);
      if (tagged != kNone && (hash_at_(tagged & kWord) & bit) != 0) moved.push_back(&slot);
    }
  }
  ++full.depth;
  Segment& other = *segments_.emplace_back(std::make_unique<Segment>(next_count(moved.size()), full.depth));
  for (const Slot* slot : moved) {
    const std::uint64_t tagged = slot->load(std::memory_order_relaxed);
    if (!put(Buckets(other.way()), tagged)) add_crowded(tagged);
  }
  Directory& directory = *directories_.back();
  const std::size_t first = directory.place((quick & ~(bit - 1)) | bit);
  const std::size_t count = std::size_t{1} << (directory.depth - full.depth);
  for (std::size_t i = 0; i < count; ++i) directory.lead(first + i, other);
  for (Slot* slot : moved) slot->store(kNone, std::memory_order_release);
}

}  // namespace latewood::tree
