#include "support/plain/apply.h"

#include "warp/graph/portal_rules.h"

namespace latewood::test {
namespace {

using namespace warp;

// Each returns the kind of failure, or an empty string.
std::string_view missing_owner(const State& state, const AttachmentKey& key) {
  if ((key.owner == Owner::Node) != (key.plane == Plane::Alpha)) return kInvalidAttachmentKey;
  const Instance* instance = state.find(key.warp);
  if (instance == nullptr) return kMissingWarp;
  if (key.owner == Owner::Edge) return instance->find_edge(key.edge()) == nullptr ? kMissingEdge.name : "";
  return instance->find_node(key.node()) == nullptr ? kMissingNode.name : "";
}

void write_slot(State& state, const AttachmentKey& key, const Slot& value) {
  Instance& instance = *state.find(key.warp);
  if (key.owner == Owner::Node) {
    instance.put_node(key.node(), {instance.find_node(key.node())->type, value});
  } else {
    const Edge edge = *instance.find_edge(key.edge());
    instance.put_edge(key.edge(), {edge.from, edge.to, edge.type, value});
  }
}

std::string_view run(State& state, const OpenPortal& op) {
  if (const std::string_view fault = missing_owner(state, op.key); !fault.empty()) return fault;
  const Instance* child = state.find(op.child_warp);
  if (child == nullptr && !op.root_type) return kPortalInitRequired;
  if (child == nullptr) {
    Instance created(op.child_root, op.key);
    created.put_node(op.child_root, {*op.root_type, {}});
    state.put(op.child_warp, created);
  } else {
    if (child->parent() != op.key || child->root() != op.child_root) return kPortalInvariantViolation;
    const Node* root = child->find_node(op.child_root);
    if (root == nullptr && !op.root_type) return kMissingNode;
    if (root != nullptr && op.root_type && root->type != *op.root_type) return kPortalInvariantViolation;
    if (root == nullptr) state.find(op.child_warp)->put_node(op.child_root, {*op.root_type, {}});
  }
  write_slot(state, op.key, Descend{op.child_warp});
  return "";
}

std::string_view run(State& state, const UpsertWarpInstance& op) {
  Instance instance = state.find(op.warp) == nullptr ? Instance() : *state.find(op.warp);
  instance.set_header(op.root_node, op.parent);
  state.put(op.warp, instance);
  return "";
}

std::string_view run(State& state, const DeleteWarpInstance& op) {
  if (state.find(op.warp) == nullptr) return kMissingWarp;
  state.remove(op.warp);
  return "";
}

std::string_view run(State& state, const DeleteEdge& op) {
  Instance* instance = state.find(op.warp);
  if (instance == nullptr) return kMissingWarp;
  if (instance->find_edge(op.edge) == nullptr) return kMissingEdge;
  if (instance->find_edge(op.edge)->from != op.from) return kMissingEdge;
  instance->remove_edge(op.edge);
  return "";
}

std::string_view run(State& state, const DeleteNode& op) {
  Instance* instance = state.find(op.warp);
  if (instance == nullptr) return kMissingWarp;
  if (instance->find_node(op.node) == nullptr) return kMissingNode;
  const auto edges = instance->edges();
  for (const auto& [id, edge] : edges) {
    if (edge.from == op.node || edge.to == op.node) instance->remove_edge(id);
  }
  instance->remove_node(op.node);
  return "";
}

std::string_view run(State& state, const UpsertNode& op) {
  Instance* instance = state.find(op.warp);
  if (instance == nullptr) return kMissingWarp;
  const Node* before = instance->find_node(op.node);
  instance->put_node(op.node, {op.type, before == nullptr ? Slot() : before->alpha});
  return "";
}

std::string_view run(State& state, const UpsertEdge& op) {
  Instance* instance = state.find(op.warp);
  if (instance == nullptr) return kMissingWarp;
  const Edge* before = instance->find_edge(op.edge);
  instance->put_edge(op.edge, {op.from, op.to, op.type, before == nullptr ? Slot() : before->beta});
  return "";
}

std::string_view run(State& state, const SetAttachment& op) {
  if (const std::string_view fault = missing_owner(state, op.key); !fault.empty()) return fault;
  write_slot(state, op.key, op.value);
  return "";
}

}  // namespace

PlainOutcome plain_apply(const State& before, const TickPatch& patch) {
  State state = before;
  for (const TickOp& op : patch.ops()) {
    const std::string_view fault = std::visit([&state](const auto& body) { return run(state, body); }, op);
    if (!fault.empty()) return {std::nullopt, std::string(fault)};
  }
  const auto verdict = check_portals(state);
  if (!verdict) return {std::nullopt, verdict.error().rule};
  return {std::move(state), ""};
}

}  // namespace latewood::test
