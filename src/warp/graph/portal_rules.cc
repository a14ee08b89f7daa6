#include "warp/graph/portal_rules.h"

#include <set>

#include "base/try.h"

namespace latewood::warp {
namespace {

struct SlotLess {
  bool operator()(const AttachmentKey& a, const AttachmentKey& b) const { return slot_order(a, b) < 0; }
};

// Rule 1, for one instance.
Result<void> check_instance(const State& state, const WarpId& warp) {
  const Instance* instance = state.find(warp);
  if (instance == nullptr || !instance->parent()) return {};
  LW_TRY(check_slot_owner(state, *instance->parent()));
  const WarpId* child = child_of(*state.find_slot(*instance->parent()));
  if (child != nullptr && *child == warp) return {};
  return portal_violation("the parent slot of instance " + warp.hex() + " does not descend into it");
}

// Rule 2, for one slot.
Result<void> check_slot(const State& state, const AttachmentKey& key) {
  const Slot* slot = state.find_slot(key);
  const WarpId* child = slot == nullptr ? nullptr : child_of(*slot);
  if (child == nullptr) return {};
  const Instance* instance = state.find(*child);
  if (instance == nullptr) {
    return portal_violation("a slot descends into instance " + child->hex() + ", which is not there");
  }
  if (instance->parent() && *instance->parent() == key) return {};
  return portal_violation("a slot descends into instance " + child->hex() + ", which does not hang on it");
}

// The instances and slots whose rules a journal's changes can have broken.
struct Touched {
  void add(const NodeBefore& before) {
    slots.insert(alpha_of(before.warp, before.id));
    if (before.node) add_child(before.node->alpha);
  }
  void add(const EdgeBefore& before) {
    slots.insert(beta_of(before.warp, before.id));
    if (before.edge) add_child(before.edge->beta);
  }
  void add(const HeaderBefore& before) {
    instances.insert(before.warp);
    if (before.parent) slots.insert(*before.parent);
  }
  void add(const InstanceBefore& before) {
    instances.insert(before.warp);
    if (!before.instance) return;
    if (before.instance->parent()) slots.insert(*before.instance->parent());
    for (const auto& [id, node] : before.instance->nodes()) add_child(node.alpha);
    for (const auto& [id, edge] : before.instance->edges()) add_child(edge.beta);
  }

  std::set<WarpId> instances;
  std::set<AttachmentKey, SlotLess> slots;

  void add_child(const Slot& slot) {
    if (const WarpId* child = child_of(slot)) instances.insert(*child);
  }
};

}  // namespace

Error missing_warp(const WarpId& warp) { return broken(kMissingWarp, "there is no instance " + warp.hex()); }

Error missing_node(const WarpId& warp, const NodeId& node) {
  return broken(kMissingNode, "there is no node " + node.hex() + " in instance " + warp.hex());
}

Error missing_edge(const WarpId& warp, const EdgeId& edge) {
  return broken(kMissingEdge, "there is no such edge " + edge.hex() + " in instance " + warp.hex());
}

Error invalid_attachment_key(const AttachmentKey& key) {
  const bool node = key.owner == Owner::Node;
  return broken(kInvalidAttachmentKey,
                std::string(node ? "a node has no beta slot: " : "an edge has no alpha slot: ") + key.local.hex());
}

Error portal_violation(std::string message) { return broken(kPortalInvariantViolation, std::move(message)); }

Result<void> check_slot_owner(const State& state, const AttachmentKey& key) {
  if (!key.is_valid()) return invalid_attachment_key(key);
  const Instance* instance = state.find(key.warp);
  if (instance == nullptr) return missing_warp(key.warp);
  if (key.owner == Owner::Node) {
    if (instance->find_node(key.node()) == nullptr) return missing_node(key.warp, key.node());
  } else {
    if (instance->find_edge(key.edge()) == nullptr) return missing_edge(key.warp, key.edge());
  }
  return {};
}

Result<void> check_portals(const State& state) {
  for (const auto& [warp, instance] : state.instances()) LW_TRY(check_instance(state, warp));
  for (const auto& [warp, instance] : state.instances()) {
    for (const auto& [id, node] : instance.nodes()) LW_TRY(check_slot(state, alpha_of(warp, id)));
    for (const auto& [id, edge] : instance.edges()) LW_TRY(check_slot(state, beta_of(warp, id)));
  }
  return {};
}

Result<void> check_touched_portals(const Journal& journal) {
  Touched touched;
  for (const Journal::Entry& entry : journal.entries()) {
    std::visit([&touched](const auto& before) { touched.add(before); }, entry);
  }
  for (const WarpId& warp : touched.instances) LW_TRY(check_instance(journal.state(), warp));
  for (const AttachmentKey& key : touched.slots) LW_TRY(check_slot(journal.state(), key));
  return {};
}

}  // namespace latewood::warp
