#include "tree/subtree.h"

#include <algorithm>
#include <memory>
#include <new>

#include "tree/ring_page.h"
#include "tree/sibling_order.h"

namespace latewood::tree {
namespace {

using Index = Subtree::Index;

// Adds `change` to the ends of `at` and all its ancestors.
void stretch(Subtree::Entry* entries, Index at, std::int64_t change) {
  for (;; at = entries[at].parent) {
    entries[at].end = static_cast<Index>(entries[at].end + change);
    if (at == 0) return;
  }
}

}  // namespace

Subtree::Subtree(const Node* container) {
  const Entry alone{container, 0, 1};
  block_ = make_block({&alone, 1});
}

Subtree::Subtree(const std::vector<Entry>& entries) : block_(make_block(entries)) {}

Subtree::Block* Subtree::make_block(Index size) {
  void* const memory = ::operator new(sizeof(Block) + size * sizeof(Entry));
  Block* const block = new (memory) Block;
  block->size = size;
  std::uninitialized_default_construct_n(block->entries(), size);
  return block;
}

Subtree::Block* Subtree::make_block(std::span<const Entry> entries) {
  Block* const block = make_block(static_cast<Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), block->entries());
  return block;
}

void Subtree::destroy(Block* block) {
  block->~Block();
  ::operator delete(block);
}

bool operator==(const Subtree& a, const Subtree& b) { return std::ranges::equal(a.entries(), b.entries()); }

Ring::Ring(const RingPage& page, std::size_t at) {
  static_assert(alignof(RingPage) >= 2 * RingPage::kMost);
  subtree_.block_ = reinterpret_cast<Subtree::Block*>(reinterpret_cast<std::uintptr_t>(&page) | at << 1 | 1);
}

const RingPage* Ring::page() const {
  return is_on_page() ? reinterpret_cast<const RingPage*>(bits() & ~std::uintptr_t{alignof(RingPage) - 1}) : nullptr;
}

std::size_t Ring::place() const { return (bits() & (alignof(RingPage) - 1)) >> 1; }

const Subtree& Ring::on_page() const { return (*page())[place()]; }

bool is_marked(const Ring& ring) {
  if (const RingPage* page = ring.page()) return (page->facts().marks >> ring.place() & 1) != 0;
  const auto entries = ring->entries();
  return std::any_of(entries.begin(), entries.end(),
                     [](const Subtree::Entry& entry) { return entry.node->expiry() != kNever; });
}

std::optional<Index> Subtree::find(std::string_view id) const {
  for (Index at = 0; at < block_->size; ++at) {
    if (node(at).id() == id) return at;
  }
  return std::nullopt;
}

std::optional<Index> Subtree::find_core() const {
  for (Index at = first_child(0); at < next(0); at = next(at)) {
    if (node(at).node_class() == NodeClass::Core) return at;
  }
  return std::nullopt;
}

Subtree Subtree::with_child(Index parent, const Subtree& child) const {
  Index place = first_child(parent);
  while (place < next(parent) && sibling_less(node(place), child.container())) place = next(place);
  const Index count = child.block_->size;
  Subtree grown;
  grown.block_ = make_block(block_->size + count);
  Entry* const all = grown.block_->entries();
  std::copy_n(block_->entries(), place, all);
  for (Index i = 0; i < count; ++i) {
    const Entry& inserted = child.block_->entries()[i];
    all[place + i] = {inserted.node, inserted.parent + place, inserted.end + place};
  }
  for (Index i = place; i < block_->size; ++i) {
    const Entry& later = block_->entries()[i];
    all[count + i] = {later.node, later.parent >= place ? later.parent + count : later.parent, later.end + count};
  }
  all[place].parent = parent;
  stretch(all, parent, count);
  return grown;
}

Subtree Subtree::without(Index at) const {
  const Index end = next(at);
  const Index count = end - at;
  std::vector<Entry> shrunk = copied();
  stretch(shrunk.data(), shrunk[at].parent, -static_cast<std::int64_t>(count));
  for (std::size_t i = end; i < shrunk.size(); ++i) {
    Entry& later = shrunk[i];
    later.end -= count;
    if (later.parent >= end) later.parent -= count;
  }
  shrunk.erase(shrunk.begin() + at, shrunk.begin() + end);
  return Subtree(shrunk);
}

Subtree Subtree::with_node(Index at, const Node* node) const {
  Subtree changed;
  changed.block_ = make_block(entries());
  changed.block_->entries()[at].node = node;
  return changed;
}

Subtree Subtree::part(Index at) const {
  const std::span<const Entry> below = entries().subspan(at, next(at) - at);
  std::vector<Entry> alone(below.begin(), below.end());
  for (Entry& entry : alone) {
    entry.parent = entry.parent < at ? 0 : entry.parent - at;
    entry.end -= at;
  }
  return Subtree(alone);
}

}  // namespace latewood::tree
