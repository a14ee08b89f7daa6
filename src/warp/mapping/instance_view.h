// An instance of a tree's graph as a sorted list of the tree's nodes. It is enough to compare two instances, and costs
// only the list.
#pragma once

#include <optional>
#include <vector>

#include "tree/tree.h"
#include "warp/mapping/tree_ids.h"
#include "warp/mapping/tree_state.h"

namespace latewood::warp {

struct ViewedNode {
  const tree::Node* node = nullptr;
  const tree::Node* parent = nullptr;  // null: it hangs on no edge of the instance
  const tree::Tree* whole = nullptr;   // the tree, for its root node, whose atom covers the whole tree; otherwise null

  NodeId id() const { return node_id(*node); }
  EdgeId edge() const { return child_edge_id(*node); }
};

// The self edge that holds the chain of rings.
struct Chain {
  NodeId owner;
  EdgeId edge;
  std::optional<WarpId> child;
};

// Valid as long as the tree it was made of.
struct InstanceView {
  NodeId root;
  std::optional<AttachmentKey> parent;
  std::vector<ViewedNode> nodes;  // ascending by id
  Chain chain;

  // Null if there is no node with this id.
  const ViewedNode* find(const NodeId& id) const;
};

// The visible part of a ring. Links: only the turn, which has the links; for a ring that two trees share.
enum class RingParts { All, Links };
InstanceView ring_view(const tree::Tree& tree, std::size_t ring, RingParts parts = RingParts::All);

// The visible regions besides the root and `^seq`. Regions that two trees share can be left out.
struct TrunkParts {
  bool sys = true;
  bool ah = true;
};
InstanceView trunk_view(const tree::Tree& tree, const TrunkParts& parts);

Atom atom_of(const ViewedNode& viewed);
bool same_atom(const ViewedNode& a, const ViewedNode& b);

}  // namespace latewood::warp
