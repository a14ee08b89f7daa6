// The ids of the tree in the graph. Each sealed turn is an instance, its ring; everything else is in the trunk, whose
// id sorts last. Rings form a chain from the newest to the oldest.
#pragma once

#include "tree/node.h"
#include "warp/graph/attachment.h"
#include "warp/graph/ids.h"

namespace latewood::warp {

// Eight bytes 0xFF and a fixed tail.
const WarpId& trunk_id();

// Rings sort in the order in which they were sealed (tree::ring_hash).
inline WarpId ring_id(const tree::Node& turn) { return {turn.edge_hash()}; }

inline NodeId node_id(const tree::Node& node) { return {node.node_hash()}; }
inline EdgeId child_edge_id(const tree::Node& child) { return {child.edge_hash()}; }

const TypeId& type_id(tree::NodeClass node_class);
const TypeId& child_type();   // type of the edge from a parent to a child
const TypeId& chain_type();   // type of the self edges of the chain
const TypeId& header_type();  // type of the atom with a node's header

// Self edge of `^seq` in the trunk; its slot descends into the newest ring.
const EdgeId& newest_edge();
// Self edge of the turn in every ring; its slot descends into the ring before it.
const EdgeId& older_edge();

inline AttachmentKey newest_slot() { return beta_of(trunk_id(), newest_edge()); }
inline AttachmentKey older_slot(const WarpId& ring) { return beta_of(ring, older_edge()); }

}  // namespace latewood::warp
