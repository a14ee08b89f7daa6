// A whole context tree as a value: three regions, the turns of `^seq` as a shared
// sequence, the pins. Copying one costs a few pointers; trees that follow one
// another share everything that did not change.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tree/persistent_vector.h"
#include "tree/subtree.h"

namespace latewood::tree {

using Ring = std::shared_ptr<const Subtree>;
using Pins = std::vector<std::string>;  // sorted, each once

struct Tree {
  const Node* root = nullptr;
  const Node* seq = nullptr;
  Ring sys;
  Ring ah;
  PersistentVector<Ring> rings;  // the turns of `^seq`, oldest to newest: canonical order
  // Turns whose cycle does not grow with their place, because they were spliced in.
  // Without them the cycles of the turns ascend strictly. Sorted by id.
  std::shared_ptr<const std::vector<const Node*>> displaced;
  std::shared_ptr<const Pins> pins;
  std::uint64_t cycle = 0;
};

enum class Region : std::uint8_t { Sys, Seq, Ah };

// Where a node is: the region, in `^seq` which turn (from the oldest, 0), and where
// in that subtree.
struct Place {
  Region region = Region::Ah;
  std::size_t ring = 0;
  Subtree::Index at = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

const Subtree& subtree_at(const Tree& tree, const Place& place);
inline const Node& node_at(const Tree& tree, const Place& place) { return subtree_at(tree, place).node(place.at); }

// The tree with another subtree where `place` is.
Tree with_subtree(const Tree& tree, const Place& place, Subtree subtree);

// The turn whose container is at this place among the turns. Turns near the newest
// are found in a few steps whatever the length of history.
std::optional<std::size_t> find_ring(const Tree& tree, const Node& turn);
// Where a turn with these stamps belongs: before the first that sorts after it.
std::size_t ring_place(const Tree& tree, const Node& turn);

bool is_displaced(const Tree& tree, const Node& turn);

// Adds or takes out a turn; the place follows from its stamps.
Tree with_ring(const Tree& tree, Subtree turn);
Tree without_ring(const Tree& tree, std::size_t ring);

// Depth 1 is the newest turn. Nothing if there is no such depth.
std::optional<std::size_t> ring_at_depth(const Tree& tree, std::uint64_t depth);

// Every node in document order: fn(node, parent or null).
template <class Fn>
void for_each_node(const Tree& tree, Fn fn) {
  const auto visit = [&fn](const Subtree& subtree, const Node* above) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      const bool is_container = &entry == &subtree.entries().front();
      fn(*entry.node, is_container ? above : subtree.entries()[entry.parent].node);
    }
  };
  fn(*tree.root, static_cast<const Node*>(nullptr));
  visit(*tree.sys, tree.root);
  fn(*tree.seq, tree.root);
  for (const Ring& ring : tree.rings) visit(*ring, tree.seq);
  visit(*tree.ah, tree.root);
}

}  // namespace latewood::tree
