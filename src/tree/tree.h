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

#include "latewood/node.h"
#include "tree/memory/persistent_vector.h"
#include "tree/memory/shared.h"
#include "tree/subtree.h"

namespace latewood::tree {

using Pins = std::vector<Pin>;  // sorted, each once
using Turns = std::vector<const Node*>;

// Members that are the same in almost all trees of a history, which share them.
struct Frame {
  const Node* root = nullptr;
  const Node* seq = nullptr;
  Shared<Turns> displaced;
  Shared<Pins> pins;
};

struct Tree {
  Shared<Frame> frame;
  Ring sys;
  Ring ah;
  PersistentVector<Ring> rings;  // the turns of `^seq`, oldest to newest: canonical order
  std::uint64_t cycle = 0;

  const Node* root() const { return frame->root; }
  const Node* seq() const { return frame->seq; }
  // Turns whose cycle does not grow with their place, because they were spliced in.
  // Without them the cycles of the turns ascend strictly. Sorted by id.
  const Turns& displaced() const { return *frame->displaced; }
  const Pins& pins() const { return *frame->pins; }

  void set_root(const Node* node);
  void set_seq(const Node* node);
  void set_displaced(Turns turns);
  void set_pins(Pins pins);
};

// Frame: the root and `^seq`, which belong to no subtree. In document order they and the
// regions' own nodes come as root, `^sys`, `^seq`, `^ah`.
enum class Region : std::uint8_t { Frame, Sys, Seq, Ah };

// Where a node is: the region, in `^seq` which turn (from the oldest, 0), and where
// in that subtree. In the frame `at` is kRootAt or kSeqAt.
struct Place {
  Region region = Region::Ah;
  std::size_t ring = 0;
  Subtree::Index at = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

inline constexpr Subtree::Index kRootAt = 0;
inline constexpr Subtree::Index kSeqAt = 1;

// `place` must not be in the frame.
const Subtree& subtree_at(const Tree& tree, const Place& place);
// The node at any place of the tree.
const Node& node_at(const Tree& tree, const Place& place);
// Nothing for the root.
std::optional<Place> parent_of(const Tree& tree, const Place& place);

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

// Where a node is in this tree: the frame, the active head and the system region first, then
// the turn that `turn_of(id)` names, if any.
template <class TurnOf>
std::optional<Place> find_place(const Tree& tree, std::string_view id, TurnOf turn_of) {
  if (id == tree.root()->id()) return Place{Region::Frame, 0, kRootAt};
  if (id == tree.seq()->id()) return Place{Region::Frame, 0, kSeqAt};
  if (const auto at = tree.ah->find(id)) return Place{Region::Ah, 0, *at};
  if (const auto at = tree.sys->find(id)) return Place{Region::Sys, 0, *at};
  const Node* turn = turn_of(id);
  const auto ring = turn == nullptr ? std::nullopt : find_ring(tree, *turn);
  const auto at = ring ? tree.rings[*ring]->find(id) : std::nullopt;
  if (!at) return std::nullopt;
  return Place{Region::Seq, *ring, *at};
}

// Every node in document order: fn(node, parent or null).
template <class Fn>
void for_each_node(const Tree& tree, Fn fn) {
  const auto visit = [&fn](const Subtree& subtree, const Node* above) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      const bool is_container = &entry == subtree.entries().data();
      fn(*entry.node, is_container ? above : subtree.entries()[entry.parent].node);
    }
  };
  fn(*tree.root(), static_cast<const Node*>(nullptr));
  visit(*tree.sys, tree.root());
  fn(*tree.seq(), tree.root());
  for (const Ring& ring : tree.rings) visit(*ring, tree.seq());
  visit(*tree.ah, tree.root());
}

}  // namespace latewood::tree
