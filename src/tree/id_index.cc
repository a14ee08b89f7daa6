#include "tree/id_index.h"

#include <cstdint>
#include <cstring>

#include "canon/label_hash.h"

namespace latewood::tree {
namespace {

constexpr std::size_t kFirstCapacity = 64;

std::size_t slot_hash(const RawBytes32& node_hash) {
  std::uint64_t head = 0;
  std::memcpy(&head, node_hash.data(), sizeof(head));
  return static_cast<std::size_t>(head);
}

}  // namespace

IdIndex::IdIndex() {
  tables_.push_back(std::make_unique<Table>(kFirstCapacity));
  current_.store(tables_.back().get(), std::memory_order_release);
}

void IdIndex::put(Table& table, const Entry* entry) {
  std::size_t at = slot_hash(entry->node->node_hash()) & table.mask;
  while (table.slots[at].load(std::memory_order_relaxed) != nullptr) at = (at + 1) & table.mask;
  table.slots[at].store(entry, std::memory_order_release);
}

void IdIndex::add(const Entry& entry) {
  entries_.push_back(entry);
  Table* table = tables_.back().get();
  if (2 * entries_.size() > table->slots.size()) {
    auto larger = std::make_unique<Table>(2 * table->slots.size());
    for (const Entry& each : entries_) put(*larger, &each);
    tables_.push_back(std::move(larger));
    current_.store(tables_.back().get(), std::memory_order_release);
    return;
  }
  put(*table, &entries_.back());
}

const IdIndex::Entry* IdIndex::find(std::string_view id) const {
  const Table* table = current_.load(std::memory_order_acquire);
  for (std::size_t at = slot_hash(label_hash(kNodeDomain, id)) & table->mask;; at = (at + 1) & table->mask) {
    const Entry* entry = table->slots[at].load(std::memory_order_acquire);
    if (entry == nullptr || entry->node->id() == id) return entry;
  }
}

}  // namespace latewood::tree
