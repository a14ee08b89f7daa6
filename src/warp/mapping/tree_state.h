// The graph of a tree as a `State`, whole or in part.
#pragma once

#include <optional>

#include "tree/tree.h"
#include "warp/graph/state.h"
#include "warp/mapping/tree_ids.h"

namespace latewood::warp {

// The links of a ring in the chain: its parent slot and its child.
struct RingLinks {
  AttachmentKey parent;
  std::optional<WarpId> older;
};

// The links of the ring at this place among the tree's turns.
RingLinks links_of(const tree::Tree& tree, std::size_t ring);

Instance ring_instance(const tree::Subtree& ring, const RingLinks& links);

Instance trunk_instance(const tree::Tree& tree);

// The atom of any node but `^root`: its header.
Atom header_atom(const tree::Node& node);

// The atom of `^root`: its header, the cycle, and the pins.
Atom root_atom(const tree::Tree& tree);

NodeKey root_key(const tree::Tree& tree);

// Builds the whole graph in the simple, slow way: for verification and tests.
State state_of(const tree::Tree& tree);

}  // namespace latewood::warp
