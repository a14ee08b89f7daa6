#include "warp/graph/apply.h"

#include "base/try.h"
#include "warp/graph/journal.h"
#include "warp/graph/portal_rules.h"

namespace latewood::warp {
namespace {

// The value of a slot whose owner has been checked.
void set_slot(Journal& journal, const AttachmentKey& key, Slot value) {
  const Instance& instance = *journal.state().find(key.warp);
  if (key.owner == Owner::Node) {
    Node node = *instance.find_node(key.node());
    node.alpha = std::move(value);
    journal.put_node(key.warp, key.node(), std::move(node));
  } else {
    Edge edge = *instance.find_edge(key.edge());
    edge.beta = std::move(value);
    journal.put_edge(key.warp, key.edge(), std::move(edge));
  }
}

Result<const Instance*> instance_of(const Journal& journal, const WarpId& warp) {
  const Instance* instance = journal.state().find(warp);
  if (instance == nullptr) return missing_warp(warp);
  return instance;
}

// A portal to a child that is there already must be the child's own. Its root may be missing if the portal says what
// type to create it with (PATCH-23).
Result<void> check_existing_child(const Instance& child, const OpenPortal& op) {
  if (child.parent() != op.key) return portal_violation("instance " + op.child_warp.hex() + " hangs on another slot");
  if (child.root() != op.child_root) return portal_violation("instance " + op.child_warp.hex() + " has another root");
  const Node* root = child.find_node(op.child_root);
  if (root == nullptr && !op.root_type) return missing_node(op.child_warp, op.child_root);
  if (root != nullptr && op.root_type && root->type != *op.root_type) {
    return portal_violation("the root of instance " + op.child_warp.hex() + " has another type");
  }
  return {};
}

Result<void> apply_op(Journal& journal, const OpenPortal& op) {
  LW_TRY(check_slot_owner(journal.state(), op.key));
  if (const Instance* child = journal.state().find(op.child_warp)) {
    LW_TRY(check_existing_child(*child, op));
  } else {
    if (!op.root_type) {
      return broken(kPortalInitRequired, "there is no instance " + op.child_warp.hex() + " to descend into");
    }
    journal.create_instance(op.child_warp, op.child_root, op.key);
  }
  if (journal.state().find(op.child_warp)->find_node(op.child_root) == nullptr) {
    journal.put_node(op.child_warp, op.child_root, Node{*op.root_type, {}});
  }
  set_slot(journal, op.key, Descend{op.child_warp});
  return {};
}

Result<void> apply_op(Journal& journal, const UpsertWarpInstance& op) {
  if (journal.state().find(op.warp) == nullptr) {
    journal.create_instance(op.warp, op.root_node, op.parent);
  } else {
    journal.set_header(op.warp, op.root_node, op.parent);
  }
  return {};
}

Result<void> apply_op(Journal& journal, const DeleteWarpInstance& op) {
  LW_TRY(instance_of(journal, op.warp));
  journal.remove_instance(op.warp);
  return {};
}

Result<void> apply_op(Journal& journal, const DeleteEdge& op) {
  LW_TRY_ASSIGN(const Instance* instance, instance_of(journal, op.warp));
  const Edge* edge = instance->find_edge(op.edge);
  if (edge == nullptr || edge->from != op.from) return missing_edge(op.warp, op.edge);
  journal.remove_edge(op.warp, op.edge);
  return {};
}

Result<void> apply_op(Journal& journal, const DeleteNode& op) {
  LW_TRY_ASSIGN(const Instance* instance, instance_of(journal, op.warp));
  if (instance->find_node(op.node) == nullptr) return missing_node(op.warp, op.node);
  for (const EdgeId& edge : instance->incident_edges(op.node)) journal.remove_edge(op.warp, edge);
  journal.remove_node(op.warp, op.node);
  return {};
}

Result<void> apply_op(Journal& journal, const UpsertNode& op) {
  LW_TRY_ASSIGN(const Instance* instance, instance_of(journal, op.warp));
  const Node* before = instance->find_node(op.node);
  journal.put_node(op.warp, op.node, Node{op.type, before == nullptr ? Slot() : before->alpha});
  return {};
}

Result<void> apply_op(Journal& journal, const UpsertEdge& op) {
  LW_TRY_ASSIGN(const Instance* instance, instance_of(journal, op.warp));
  const Edge* before = instance->find_edge(op.edge);
  journal.put_edge(op.warp, op.edge, Edge{op.from, op.to, op.type, before == nullptr ? Slot() : before->beta});
  return {};
}

Result<void> apply_op(Journal& journal, const SetAttachment& op) {
  LW_TRY(check_slot_owner(journal.state(), op.key));
  set_slot(journal, op.key, op.value);
  return {};
}

Result<void> apply_all(Journal& journal, const TickPatch& patch) {
  for (const TickOp& op : patch.ops()) {
    LW_TRY(std::visit([&journal](const auto& body) { return apply_op(journal, body); }, op));
  }
  return check_touched_portals(journal);
}

}  // namespace

Result<void> apply(State& state, const TickPatch& patch) {
  Journal journal(state);
  Result<void> applied = apply_all(journal, patch);
  if (!applied) journal.roll_back();
  return applied;
}

}  // namespace latewood::warp
