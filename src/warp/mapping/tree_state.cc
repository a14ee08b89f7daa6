#include "warp/mapping/tree_state.h"

#include "canon/binary_writer.h"
#include "tree/edit/pins.h"
#include "tree/node_header.h"

namespace latewood::warp {
namespace {

// The nodes of `subtree` and the edges among them.
void put_subtree(Instance& instance, const tree::Subtree& subtree) {
  for (std::size_t i = 0; i < subtree.entries().size(); ++i) {
    const tree::Subtree::Entry& entry = subtree.entries()[i];
    instance.put_node(node_id(*entry.node), {type_id(entry.node->node_class()), header_atom(*entry.node)});
    if (i == 0) continue;
    const tree::Node& parent = *subtree.entries()[entry.parent].node;
    instance.put_edge(child_edge_id(*entry.node), {node_id(parent), node_id(*entry.node), child_type(), {}});
  }
}

void put_region(Instance& instance, const tree::Node& root, const tree::Node& region) {
  instance.put_node(node_id(region), {type_id(region.node_class()), header_atom(region)});
  instance.put_edge(child_edge_id(region), {node_id(root), node_id(region), child_type(), {}});
}

Slot descend_into(const std::optional<WarpId>& child) { return child ? Slot(Descend{*child}) : Slot(); }

}  // namespace

RingLinks links_of(const tree::Tree& tree, std::size_t ring) {
  RingLinks links{newest_slot(), {}};
  if (ring + 1 < tree.rings.size()) links.parent = older_slot(ring_id(tree.rings[ring + 1]->container()));
  if (ring > 0) links.older = ring_id(tree.rings[ring - 1]->container());
  return links;
}

Instance ring_instance(const tree::Subtree& ring, const RingLinks& links) {
  const NodeId turn = node_id(ring.container());
  Instance instance(turn, links.parent);
  put_subtree(instance, ring);
  instance.put_edge(older_edge(), {turn, turn, chain_type(), descend_into(links.older)});
  return instance;
}

Atom header_atom(const tree::Node& node) {
  Atom atom{header_type(), std::string(tree::header_size(node), '\0')};
  BinaryCursor out(atom.bytes.data());
  tree::encode_header(out, node);
  return atom;
}

Atom root_atom(const tree::Tree& tree) {
  std::size_t size = tree::header_size(*tree.root()) + 8 + 8;
  for (const Pin& pin : tree.pins()) size += 8 + tree::pin_text_size(pin);
  Atom atom{header_type(), std::string(size, '\0')};
  BinaryCursor out(atom.bytes.data());
  tree::encode_header(out, *tree.root());
  out.u64(tree.cycle);
  out.u64(tree.pins().size());
  for (const Pin& pin : tree.pins()) {
    const std::string text = tree::pin_text(pin);
    out.u64(text.size());
    out.raw(text);
  }
  return atom;
}

Instance trunk_instance(const tree::Tree& tree) {
  const NodeId seq = node_id(*tree.seq());
  Instance instance(node_id(*tree.root()), {});
  instance.put_node(node_id(*tree.root()), {type_id(tree::NodeClass::Root), root_atom(tree)});
  put_region(instance, *tree.root(), *tree.seq());
  std::optional<WarpId> newest;
  if (!tree.rings.empty()) newest = ring_id(tree.rings.back()->container());
  instance.put_edge(newest_edge(), {seq, seq, chain_type(), descend_into(newest)});
  for (const tree::Ring* region : {&tree.sys, &tree.ah}) {
    put_subtree(instance, **region);
    put_region(instance, *tree.root(), (*region)->container());
  }
  return instance;
}

NodeKey root_key(const tree::Tree& tree) { return {trunk_id(), node_id(*tree.root())}; }

State state_of(const tree::Tree& tree) {
  State state;
  state.put(trunk_id(), trunk_instance(tree));
  for (std::size_t i = 0; i < tree.rings.size(); ++i) {
    const tree::Subtree& ring = *tree.rings[i];
    state.put(ring_id(ring.container()), ring_instance(ring, links_of(tree, i)));
  }
  return state;
}

}  // namespace latewood::warp
