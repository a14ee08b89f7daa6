// The mapping of a tree to the graph makes it easy to find the difference: every node except a container has one parent
// edge, which is named after it, and every instance has one more edge for the chain of rings. So the operations are
// computed from two sorted lists of nodes.
#include "warp/mapping/tree_patch.h"

#include <algorithm>
#include <utility>

#include "warp/mapping/instance_view.h"
#include "warp/receipt_digests.h"

namespace latewood::warp {
namespace {

SlotId owner_of(const AttachmentKey& key) {
  if (key.owner == Owner::Node) return NodeSlot{key.warp, key.node()};
  return EdgeSlot{key.warp, key.edge()};
}

// The slots that an operation reads (its owners and ends) and writes.
struct Footprints {
  std::vector<SlotId>& in;
  std::vector<SlotId>& out;
  SlotRule rule;

  void operator()(const OpenPortal& op) const {
    in.push_back(owner_of(op.key));
    in.push_back(AttachmentSlot{op.key});
    out.push_back(AttachmentSlot{op.key});
    out.push_back(NodeSlot{op.child_warp, op.child_root});
  }
  void operator()(const UpsertWarpInstance& op) const {
    if (op.parent) in.push_back(AttachmentSlot{*op.parent});
    out.push_back(NodeSlot{op.warp, op.root_node});
  }
  void operator()(const DeleteWarpInstance&) const {}
  void operator()(const DeleteEdge& op) const { write(EdgeSlot{op.warp, op.edge}); }
  void operator()(const DeleteNode& op) const {
    write(NodeSlot{op.warp, op.node});
    if (rule == SlotRule::All) out.push_back(AttachmentSlot{alpha_of(op.warp, op.node)});
  }
  void operator()(const UpsertNode& op) const { write(NodeSlot{op.warp, op.node}); }
  void operator()(const UpsertEdge& op) const {
    in.push_back(NodeSlot{op.warp, op.from});
    in.push_back(NodeSlot{op.warp, op.to});
    write(EdgeSlot{op.warp, op.edge});
  }
  void operator()(const SetAttachment& op) const {
    in.push_back(owner_of(op.key));
    write(AttachmentSlot{op.key});
  }

 private:
  void write(const SlotId& slot) const {
    in.push_back(slot);
    out.push_back(slot);
  }
};

// Collects the operations of one patch.
class PatchBuilder {
 public:
  PatchBuilder(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes, SlotRule rule)
      : older_(older), newer_(newer), changes_(changes), rule_(rule) {}

  PatchParts build() {
    parts_.rule_pack_id = engine_rule_pack();
    parts_.ops.reserve(kUsualOps);
    const TrunkParts shown{older_.sys != newer_.sys, older_.ah != newer_.ah};
    change(trunk_id(), trunk_view(older_, shown), trunk_view(newer_, shown));
    for (const ChangedRing& ring : changes_) change_ring(ring);
    note_slots();
    return std::move(parts_);
  }

 private:
  // The number of operations for a turn of a few messages, to reserve: operations are large and expensive to move.
  static constexpr std::size_t kUsualOps = 32;

  void change_ring(const ChangedRing& ring) {
    if (!ring.newer) return remove(ring.warp, ring_view(older_, *ring.older));
    if (!ring.older) return add(ring.warp, ring_view(newer_, *ring.newer));
    // A ring with only new neighbours is unchanged except for its links.
    const bool is_same = older_.rings[*ring.older] == newer_.rings[*ring.newer];
    const RingParts shown = is_same ? RingParts::Links : RingParts::All;
    change(ring.warp, ring_view(older_, *ring.older, shown), ring_view(newer_, *ring.newer, shown));
  }

  // Returns true if the instance is new and its parent slot has an existing owner. Then a portal creates the instance
  // with its header, its root and the descent into it. Other new instances need separate operations, because portals
  // are applied before all other operations.
  bool opens(const WarpId& warp) const {
    const ChangedRing* ring = find_change(warp);
    if (ring == nullptr || ring->older || !ring->newer) return false;
    const WarpId owner = links_of(newer_, *ring->newer).parent.warp;
    if (owner == trunk_id()) return true;
    const ChangedRing* above = find_change(owner);
    return above != nullptr && above->older;
  }

  const ChangedRing* find_change(const WarpId& warp) const {
    const auto found = std::lower_bound(changes_.begin(), changes_.end(), warp,
                                        [](const ChangedRing& ring, const WarpId& id) { return ring.warp < id; });
    return found == changes_.end() || found->warp != warp ? nullptr : &*found;
  }

  void remove(const WarpId& warp, const InstanceView& before) {
    put(DeleteWarpInstance{warp});
    // Deleting the instance writes all its slots.
    for (const ViewedNode& each : before.nodes) {
      parts_.out_slots.push_back(NodeSlot{warp, each.id()});
      parts_.out_slots.push_back(AttachmentSlot{alpha_of(warp, each.id())});
      if (each.parent != nullptr) remove_edge_slots(warp, each.edge());
    }
    remove_edge_slots(warp, before.chain.edge);
  }

  void remove_edge_slots(const WarpId& warp, const EdgeId& edge) {
    parts_.out_slots.push_back(EdgeSlot{warp, edge});
    parts_.out_slots.push_back(AttachmentSlot{beta_of(warp, edge)});
  }

  void add(const WarpId& warp, const InstanceView& after) {
    const bool is_portal = opens(warp);
    if (is_portal) {
      put(OpenPortal{*after.parent, warp, after.root, type_id(after.find(after.root)->node->node_class())});
    } else {
      put(UpsertWarpInstance{warp, after.root, after.parent});
    }
    for (const ViewedNode& each : after.nodes) {
      const bool is_open = is_portal && each.id() == after.root;
      if (!is_open) put(UpsertNode{warp, each.id(), type_id(each.node->node_class())});
      put(SetAttachment{alpha_of(warp, each.id()), atom_of(each)});
      if (each.parent != nullptr) put_edge(warp, each);
    }
    put_chain(warp, after.chain);
    descend(warp, after.chain);
  }

  void change(const WarpId& warp, const InstanceView& before, const InstanceView& after) {
    if (before.root != after.root || before.parent != after.parent) {
      put(UpsertWarpInstance{warp, after.root, after.parent});
    }
    for (const ViewedNode& each : before.nodes) take_out(warp, each, after);
    for (const ViewedNode& each : after.nodes) bring_in(warp, each, before, after);
    change_chain(warp, before.chain, after);
  }

  // Removing a node also removes its edges; edges that stay are added again afterwards.
  void take_out(const WarpId& warp, const ViewedNode& each, const InstanceView& after) {
    const bool is_gone = after.find(each.id()) == nullptr;
    if (is_gone) put(DeleteNode{warp, each.id()});
    if (each.parent != nullptr && loses_edge(each, after)) {
      put(DeleteEdge{warp, node_id(*each.parent), each.edge()});
    }
  }

  static bool loses_edge(const ViewedNode& before, const InstanceView& after) {
    const ViewedNode* now = after.find(before.id());
    return now == nullptr || now->parent == nullptr || after.find(node_id(*before.parent)) == nullptr;
  }

  void bring_in(const WarpId& warp, const ViewedNode& each, const InstanceView& before, const InstanceView& after) {
    const ViewedNode* was = before.find(each.id());
    const bool has_type = was != nullptr && was->node->node_class() == each.node->node_class();
    if (!has_type) put(UpsertNode{warp, each.id(), type_id(each.node->node_class())});
    const bool has_atom = was != nullptr && same_atom(*was, each);
    if (!has_atom) put(SetAttachment{alpha_of(warp, each.id()), atom_of(each)});
    if (each.parent == nullptr) return;
    const bool has_edge = was != nullptr && was->parent != nullptr && !loses_edge(*was, after) &&
                          node_id(*was->parent) == node_id(*each.parent);
    if (!has_edge) put_edge(warp, each);
  }

  void change_chain(const WarpId& warp, const Chain& before, const InstanceView& after) {
    const bool stays = after.find(before.owner) != nullptr;
    if (!stays) put(DeleteEdge{warp, before.owner, before.edge});
    if (!stays || before.owner != after.chain.owner) put_chain(warp, after.chain);
    if (!stays || before.child != after.chain.child) descend(warp, after.chain, stays);
  }

  void put_edge(const WarpId& warp, const ViewedNode& each) {
    put(UpsertEdge{warp, node_id(*each.parent), each.edge(), each.id(), child_type()});
  }
  void put_chain(const WarpId& warp, const Chain& chain) {
    put(UpsertEdge{warp, chain.owner, chain.edge, chain.owner, chain_type()});
  }

  // Sets the slot of the chain's edge. `held`: whether the slot had a value before.
  void descend(const WarpId& warp, const Chain& chain, bool held = false) {
    if (!chain.child && !held) return;
    if (chain.child && opens(*chain.child)) return;
    put(SetAttachment{beta_of(warp, chain.edge), chain.child ? Slot(Descend{*chain.child}) : Slot()});
  }

  template <class Op>
  void put(Op op) {
    parts_.ops.emplace_back(std::move(op));
  }

  void note_slots() {
    parts_.in_slots.reserve(3 * parts_.ops.size());
    parts_.out_slots.reserve(parts_.out_slots.size() + 2 * parts_.ops.size());
    for (const TickOp& op : parts_.ops) std::visit(Footprints{parts_.in_slots, parts_.out_slots, rule_}, op);
  }

  const tree::Tree& older_;
  const tree::Tree& newer_;
  const std::vector<ChangedRing>& changes_;
  const SlotRule rule_;
  PatchParts parts_;
};

}  // namespace

PatchParts tree_patch(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes,
                      SlotRule rule) {
  return PatchBuilder(older, newer, changes, rule).build();
}

const RulePackId& engine_rule_pack() {
  static const RulePackId id = [] {
    std::vector<RuleId> rules;
    for (const char* name : {"insert", "replace", "move", "delete", "expire", "cascade", "prune", "seal"}) {
      rules.push_back(make_rule_id(name));
    }
    return rule_pack_id(std::move(rules));
  }();
  return id;
}

}  // namespace latewood::warp
