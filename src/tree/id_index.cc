#include "tree/id_index.h"

#include <cstdint>

#include "canon/quick_hash.h"
#include "tree/sibling_order.h"

namespace latewood::tree {
namespace {

constexpr std::size_t kFirstCapacity = 64;

struct Key {
  std::size_t slot;
  std::uint8_t tag;
};

Key key_of(std::string_view id) {
  const std::uint64_t quick = quick_hash(id);
  return {static_cast<std::size_t>(quick), static_cast<std::uint8_t>(quick >> 56)};
}

// Three quarters of the slots may be taken.
bool has_room(std::size_t count, std::size_t capacity) { return 4 * count <= 3 * capacity; }

}  // namespace

bool IdIndex::Entry::is_in(const Node* other) const {
  if (turn == nullptr || other == nullptr) return turn == other;
  return sibling_order(*turn, *other) == 0;
}

IdIndex::IdIndex() {
  tables_.push_back(std::make_unique<Table>(kFirstCapacity));
  current_.store(tables_.back().get(), std::memory_order_release);
}

void IdIndex::put(Table& table, std::size_t number) const {
  const Key key = key_of(entries_[number - 1].node->id());
  std::size_t at = key.slot & table.mask;
  while (table.slots[at].load(std::memory_order_relaxed) != 0) at = (at + 1) & table.mask;
  table.tags[at].store(key.tag, std::memory_order_relaxed);
  table.slots[at].store(static_cast<std::uint32_t>(number), std::memory_order_release);
}

void IdIndex::add(const Entry& entry) {
  entries_.emplace_back(entry);
  Table* table = tables_.back().get();
  if (has_room(entries_.size(), table->slots.size())) return put(*table, entries_.size());
  grow(2 * table->slots.size());
}

void IdIndex::reserve(std::size_t count) {
  std::size_t capacity = tables_.back()->slots.size();
  if (has_room(count, capacity)) return;
  while (!has_room(count, capacity)) capacity *= 2;
  grow(capacity);
}

void IdIndex::grow(std::size_t capacity) {
  auto larger = std::make_unique<Table>(capacity);
  for (std::size_t number = 1; number <= entries_.size(); ++number) put(*larger, number);
  tables_.push_back(std::move(larger));
  current_.store(tables_.back().get(), std::memory_order_release);
}

const IdIndex::Entry* IdIndex::find(std::string_view id) const {
  const Table* table = current_.load(std::memory_order_acquire);
  const Key key = key_of(id);
  for (std::size_t at = key.slot & table->mask;; at = (at + 1) & table->mask) {
    const std::uint32_t number = table->slots[at].load(std::memory_order_acquire);
    if (number == 0) return nullptr;
    if (table->tags[at].load(std::memory_order_relaxed) != key.tag) continue;
    const Entry& entry = entries_[number - 1];
    if (entry.node->id() == id) return &entry;
  }
}

}  // namespace latewood::tree
