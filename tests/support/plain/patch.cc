#include "support/plain/patch.h"

#include <set>
#include <utility>

#include "warp/mapping/tree_state.h"

namespace latewood::test {

using namespace warp;

namespace {

// Collects the operations for one instance that is in the newer state.
class InstanceChange {
 public:
  InstanceChange(std::vector<TickOp>& ops, const WarpId& warp, const Instance& older, const Instance& newer)
      : ops_(ops), warp_(warp), older_(older), newer_(newer) {}

  void collect() {
    delete_nodes();
    delete_edges();
    put_nodes();
    put_edges();
  }

 private:
  void delete_nodes() {
    for (const auto& [id, node] : older_.nodes()) {
      if (newer_.find_node(id) != nullptr) continue;
      ops_.push_back(DeleteNode{warp_, id});
      // The node takes its edges along; those that stay are put back by put_edges.
      cascaded_.merge(older_.incident_edges(id));
    }
  }

  void delete_edges() {
    for (const auto& [id, edge] : older_.edges()) {
      const bool goes = newer_.find_edge(id) == nullptr;
      if (goes || cascaded_.contains(id)) ops_.push_back(DeleteEdge{warp_, edge.from, id});
    }
  }

  void put_nodes() {
    for (const auto& [id, node] : newer_.nodes()) {
      const Node* before = older_.find_node(id);
      if (before == nullptr || before->type != node.type) ops_.push_back(UpsertNode{warp_, id, node.type});
      put_slot(alpha_of(warp_, id), before == nullptr ? Slot() : before->alpha, node.alpha);
    }
  }

  void put_edges() {
    for (const auto& [id, edge] : newer_.edges()) {
      const Edge* before = cascaded_.contains(id) ? nullptr : older_.find_edge(id);
      const bool same_record =
          before != nullptr && before->from == edge.from && before->to == edge.to && before->type == edge.type;
      if (!same_record) ops_.push_back(UpsertEdge{warp_, edge.from, id, edge.to, edge.type});
      put_slot(beta_of(warp_, id), before == nullptr ? Slot() : before->beta, edge.beta);
    }
  }

  void put_slot(const AttachmentKey& key, const Slot& before, const Slot& after) {
    if (before != after) ops_.push_back(SetAttachment{key, after});
  }

  std::vector<TickOp>& ops_;
  const WarpId warp_;
  const Instance& older_;
  const Instance& newer_;
  std::set<EdgeId> cascaded_;  // edges that deleted nodes take along
};

bool is_new_root(const State& older, const UpsertNode& op, const State& newer) {
  return older.find(op.warp) == nullptr && newer.find(op.warp)->root() == op.node;
}

// A new instance whose slot's owner was there before is opened as a portal: that
// replaces its header, its root and the descent into it. Other new instances are built
// by hand, because portals open before anything else exists (design, section 3).
std::vector<TickOp> with_portals(const State& older, const State& newer, std::vector<TickOp> ops) {
  const auto opens = [&](const WarpId& warp) {
    if (older.find(warp) != nullptr) return false;
    const Instance* instance = newer.find(warp);
    return instance != nullptr && instance->parent() && older.find_slot(*instance->parent()) != nullptr;
  };
  std::vector<TickOp> result;
  for (TickOp& op : ops) {
    if (const auto* upsert = std::get_if<UpsertWarpInstance>(&op); upsert != nullptr && opens(upsert->warp)) {
      const Instance& instance = *newer.find(upsert->warp);
      result.push_back(
          OpenPortal{*instance.parent(), upsert->warp, instance.root(), instance.find_node(instance.root())->type});
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

}  // namespace

std::vector<TickOp> ops_between(const State& older, const State& newer) {
  std::vector<TickOp> ops;
  for (const auto& [warp, instance] : older.instances()) {
    if (newer.find(warp) == nullptr) ops.push_back(DeleteWarpInstance{warp});
  }
  static const Instance kEmpty;
  for (const auto& [warp, instance] : newer.instances()) {
    const Instance* before = older.find(warp);
    if (before == nullptr || before->root() != instance.root() || before->parent() != instance.parent()) {
      ops.push_back(UpsertWarpInstance{warp, instance.root(), instance.parent()});
    }
    InstanceChange(ops, warp, before == nullptr ? kEmpty : *before, instance).collect();
  }
  return canonical_ops(std::move(ops));
}

std::vector<TickOp> plain_tree_ops(const tree::Tree& older, const tree::Tree& newer) {
  const State before = state_of(older);
  const State after = state_of(newer);
  return canonical_ops(with_portals(before, after, ops_between(before, after)));
}

}  // namespace latewood::test
