#include "tree/subtree.h"

#include <algorithm>
#include <memory>
#include <new>

#include "tree/sibling_order.h"

namespace latewood::tree {
namespace {

using Index = Subtree::Index;

// Adds `change` to the ends of `at` and all its ancestors.
void stretch(std::vector<Subtree::Entry>& entries, Index at, std::int64_t change) {
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

Subtree::Block* Subtree::make_block(std::span<const Entry> entries) {
  void* const memory = ::operator new(sizeof(Block) + entries.size_bytes());
  Block* const block = new (memory) Block;
  block->size = static_cast<std::uint32_t>(entries.size());
  std::uninitialized_copy(entries.begin(), entries.end(), block->entries());
  return block;
}

void Subtree::destroy(Block* block) {
  block->~Block();
  ::operator delete(block);
}

bool operator==(const Subtree& a, const Subtree& b) { return std::ranges::equal(a.entries(), b.entries()); }

bool is_marked(const Ring& ring) {
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
  std::vector<Entry> grown = copied();
  stretch(grown, parent, count);
  for (std::size_t i = place; i < grown.size(); ++i) {
    Entry& later = grown[i];
    later.end += count;
    if (later.parent >= place) later.parent += count;
  }
  std::vector<Entry> inserted = child.copied();
  for (Entry& entry : inserted) {
    entry.parent += place;
    entry.end += place;
  }
  inserted[0].parent = parent;
  grown.insert(grown.begin() + place, inserted.begin(), inserted.end());
  return Subtree(grown);
}

Subtree Subtree::without(Index at) const {
  const Index end = next(at);
  const Index count = end - at;
  std::vector<Entry> shrunk = copied();
  stretch(shrunk, shrunk[at].parent, -static_cast<std::int64_t>(count));
  for (std::size_t i = end; i < shrunk.size(); ++i) {
    Entry& later = shrunk[i];
    later.end -= count;
    if (later.parent >= end) later.parent -= count;
  }
  shrunk.erase(shrunk.begin() + at, shrunk.begin() + end);
  return Subtree(shrunk);
}

Subtree Subtree::with_node(Index at, const Node* node) const {
  std::vector<Entry> changed = copied();
  changed[at].node = node;
  return Subtree(changed);
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
