#include "warp/mapping/instance_view.h"

#include <algorithm>

namespace latewood::warp {
namespace {

bool has_lower_hash(const ViewedNode& a, const ViewedNode& b) { return a.node->node_hash() < b.node->node_hash(); }

// The nodes of `subtree`, whose container hangs on `above`.
void add_nodes(std::vector<ViewedNode>& nodes, const tree::Subtree& subtree, const tree::Node* above) {
  const auto entries = subtree.entries();
  nodes.push_back({entries[0].node, above});
  for (const tree::Subtree::Entry& entry : entries.subspan(1)) {
    nodes.push_back({entry.node, entries[entry.parent].node});
  }
}

}  // namespace

const ViewedNode* InstanceView::find(const NodeId& id) const {
  const auto found = std::lower_bound(nodes.begin(), nodes.end(), id, [](const ViewedNode& each, const NodeId& wanted) {
    return each.node->node_hash() < wanted.bytes;
  });
  return found == nodes.end() || found->node->node_hash() != id.bytes ? nullptr : &*found;
}

InstanceView ring_view(const tree::Tree& tree, std::size_t ring, RingParts parts) {
  const tree::Subtree& turn = *tree.rings[ring];
  const RingLinks links = links_of(tree, ring);
  const NodeId root = node_id(turn.container());
  InstanceView view{root, links.parent, {}, {root, older_edge(), links.older}};
  if (parts == RingParts::Links) {
    view.nodes.push_back({&turn.container()});
    return view;
  }
  view.nodes.reserve(turn.entries().size());
  add_nodes(view.nodes, turn, nullptr);
  std::sort(view.nodes.begin(), view.nodes.end(), has_lower_hash);
  return view;
}

InstanceView trunk_view(const tree::Tree& tree, const TrunkParts& parts) {
  InstanceView view{node_id(*tree.root()), {}, {}, {node_id(*tree.seq()), newest_edge(), {}}};
  if (!tree.rings.empty()) view.chain.child = ring_id(tree.rings.back()->container());
  view.nodes.push_back({tree.root(), nullptr, &tree});
  view.nodes.push_back({tree.seq(), tree.root()});
  if (parts.sys) add_nodes(view.nodes, *tree.sys, tree.root());
  if (parts.ah) add_nodes(view.nodes, *tree.ah, tree.root());
  std::sort(view.nodes.begin(), view.nodes.end(), has_lower_hash);
  return view;
}

Atom atom_of(const ViewedNode& viewed) {
  return viewed.whole == nullptr ? header_atom(*viewed.node) : root_atom(*viewed.whole);
}

bool same_atom(const ViewedNode& a, const ViewedNode& b) {
  // Records never change, so one record has one header.
  if (a.node == b.node && a.whole == nullptr && b.whole == nullptr) return true;
  const bool are_roots = a.whole != nullptr && b.whole != nullptr;
  if (are_roots && a.whole->cycle != b.whole->cycle) return false;
  return atom_of(a) == atom_of(b);
}

}  // namespace latewood::warp
