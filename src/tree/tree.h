// A whole context tree as a value: three regions, the turns of `^seq` as a shared sequence, the pins. Copying costs a
// few pointers; successive trees share everything that did not change.
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
  // The turns that were inserted between other turns or imported out of order. The cycles of all other turns ascend
  // strictly. Sorted by id.
  const Turns& displaced() const { return *frame->displaced; }
  const Pins& pins() const { return *frame->pins; }

  void set_root(const Node* node);
  void set_seq(const Node* node);
  void set_displaced(Turns turns);
  void set_pins(Pins pins);
};

// Frame: the root and `^seq`, which belong to no subtree. The order of the root and the regions' own nodes in a
// document is root, `^sys`, `^seq`, `^ah`.
enum class Region : std::uint8_t { Frame, Sys, Seq, Ah };

// The place of a node: the region, in `^seq` the index of the turn (oldest: 0), and the index in that subtree. In the
// frame, `at` is kRootAt or kSeqAt.
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
// The node at any place, also in the frame.
const Node& node_at(const Tree& tree, const Place& place);
// nullopt for the root.
std::optional<Place> parent_of(const Tree& tree, const Place& place);

// Returns a copy of the tree with another subtree at `place`.
Tree with_subtree(const Tree& tree, const Place& place, Subtree subtree);

// The index of the turn with this container. Recent turns are found in a few steps, for any length of history.
std::optional<std::size_t> find_ring(const Tree& tree, const Node& turn);
// The index for a turn with these stamps: before the first turn that sorts after it.
std::size_t ring_place(const Tree& tree, const Node& turn);

bool is_displaced(const Tree& tree, const Node& turn);

// Return a copy with a turn added or removed. Its stamps determine the place.
Tree with_ring(const Tree& tree, Subtree turn);
Tree without_ring(const Tree& tree, std::size_t ring);

// The index of the turn at a depth; depth 1 is the newest turn. nullopt if there is no such depth.
std::optional<std::size_t> ring_at_depth(const Tree& tree, std::uint64_t depth);

// The place of a node in this tree. Searches the frame, the active head and the system region, then the turn that
// `turn_of(id)` returns, if any.
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

// Calls fn(node, parent or null) for every node in document order.
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
