#include "tree/subtree.h"

#include <algorithm>

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

std::optional<Index> Subtree::find(std::string_view id) const {
  for (Index at = 0; at < entries_.size(); ++at) {
    if (entries_[at].node->id() == id) return at;
  }
  return std::nullopt;
}

std::optional<Index> Subtree::find_core() const {
  for (Index at = first_child(0); at < entries_[0].end; at = next(at)) {
    if (node(at).node_class() == NodeClass::Core) return at;
  }
  return std::nullopt;
}

Subtree Subtree::with_child(Index parent, const Subtree& child) const {
  Index place = first_child(parent);
  while (place < entries_[parent].end && sibling_less(node(place), child.container())) place = next(place);
  const auto count = static_cast<Index>(child.entries_.size());
  Subtree grown = *this;
  stretch(grown.entries_, parent, count);
  for (std::size_t i = place; i < grown.entries_.size(); ++i) {
    Entry& later = grown.entries_[i];
    later.end += count;
    if (later.parent >= place) later.parent += count;
  }
  std::vector<Entry> inserted = child.entries_;
  for (Entry& entry : inserted) {
    entry.parent += place;
    entry.end += place;
  }
  inserted[0].parent = parent;
  grown.entries_.insert(grown.entries_.begin() + place, inserted.begin(), inserted.end());
  return grown;
}

Subtree Subtree::without(Index at) const {
  const Index end = entries_[at].end;
  const Index count = end - at;
  Subtree shrunk = *this;
  stretch(shrunk.entries_, entries_[at].parent, -static_cast<std::int64_t>(count));
  for (std::size_t i = end; i < shrunk.entries_.size(); ++i) {
    Entry& later = shrunk.entries_[i];
    later.end -= count;
    if (later.parent >= end) later.parent -= count;
  }
  shrunk.entries_.erase(shrunk.entries_.begin() + at, shrunk.entries_.begin() + end);
  return shrunk;
}

Subtree Subtree::with_node(Index at, const Node* node) const {
  Subtree changed = *this;
  changed.entries_[at].node = node;
  return changed;
}

Subtree Subtree::part(Index at) const {
  Subtree alone = *this;
  alone.entries_.assign(entries_.begin() + at, entries_.begin() + entries_[at].end);
  for (Entry& entry : alone.entries_) {
    entry.parent = entry.parent < at ? 0 : entry.parent - at;
    entry.end -= at;
  }
  return alone;
}

}  // namespace latewood::tree
