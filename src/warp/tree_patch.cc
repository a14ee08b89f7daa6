#include "warp/tree_patch.h"

#include <algorithm>
#include <utility>

#include "warp/patch_between.h"
#include "warp/receipt_digests.h"
#include "warp/tree_state.h"

namespace latewood::warp {
namespace {

// The instances that may differ, of one side. Regions that both trees share are left
// out of both, so that they cost nothing.
State touched_part(const tree::Tree& tree, const std::vector<ChangedRing>& changes, const TrunkParts& parts,
                   std::optional<std::size_t> ChangedRing::*side) {
  State state;
  state.put(trunk_id(), trunk_instance(tree, parts));
  for (const ChangedRing& change : changes) {
    const std::optional<std::size_t>& place = change.*side;
    if (place) state.put(change.warp, ring_instance(*tree.rings[*place], links_of(tree, *place)));
  }
  return state;
}

bool is_new_root(const State& older, const UpsertNode& op, const State& newer) {
  return older.find(op.warp) == nullptr && newer.find(op.warp)->root == op.node;
}

// A new instance whose slot's owner was there before is opened as a portal: that
// replaces its header, its root and the descent into it. Other new instances are built
// by hand, because portals open before anything else exists (design, section 3).
std::vector<TickOp> with_portals(const State& older, const State& newer, std::vector<TickOp> ops) {
  const auto opens = [&](const WarpId& warp) {
    if (older.find(warp) != nullptr) return false;
    const Instance* instance = newer.find(warp);
    return instance != nullptr && instance->parent && older.find_slot(*instance->parent) != nullptr;
  };
  std::vector<TickOp> result;
  for (TickOp& op : ops) {
    if (const auto* upsert = std::get_if<UpsertWarpInstance>(&op); upsert != nullptr && opens(upsert->warp)) {
      const Instance& instance = *newer.find(upsert->warp);
      result.push_back(OpenPortal{*instance.parent, upsert->warp, instance.root, instance.find_node(instance.root)->type});
      continue;
    }
    const auto* node = std::get_if<UpsertNode>(&op);
    if (node != nullptr && opens(node->warp) && is_new_root(older, *node, newer)) continue;
    const auto* set = std::get_if<SetAttachment>(&op);
    const WarpId* child = set == nullptr ? nullptr : child_of(set->value);
    if (child != nullptr && opens(*child)) continue;
    result.push_back(std::move(op));
  }
  return result;
}

SlotId owner_of(const AttachmentKey& key) {
  if (key.owner == Owner::Node) return NodeSlot{key.warp, key.node()};
  return EdgeSlot{key.warp, key.edge()};
}

// What an operation reads (its owners and ends) and what it writes.
struct Footprints {
  std::vector<SlotId>& in;
  std::vector<SlotId>& out;

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
  void operator()(const DeleteNode& op) const { write(NodeSlot{op.warp, op.node}); }
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

// A removed instance takes all its slots with it.
void add_removed_slots(const State& older, const DeleteWarpInstance& op, PatchParts& parts) {
  const Instance& instance = *older.find(op.warp);
  for (const auto& [id, node] : instance.nodes()) {
    parts.out_slots.push_back(NodeSlot{op.warp, id});
    parts.out_slots.push_back(AttachmentSlot{alpha_of(op.warp, id)});
  }
  for (const auto& [id, edge] : instance.edges()) {
    parts.out_slots.push_back(EdgeSlot{op.warp, id});
    parts.out_slots.push_back(AttachmentSlot{beta_of(op.warp, id)});
  }
}

}  // namespace

PatchParts tree_patch(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes) {
  const TrunkParts shown{older.sys != newer.sys, older.ah != newer.ah};
  const State before = touched_part(older, changes, shown, &ChangedRing::older);
  const State after = touched_part(newer, changes, shown, &ChangedRing::newer);
  PatchParts parts;
  parts.rule_pack_id = engine_rule_pack();
  parts.ops = with_portals(before, after, ops_between(before, after));
  for (const TickOp& op : parts.ops) {
    std::visit(Footprints{parts.in_slots, parts.out_slots}, op);
    if (const auto* removed = std::get_if<DeleteWarpInstance>(&op)) add_removed_slots(before, *removed, parts);
  }
  return parts;
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
