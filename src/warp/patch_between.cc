#include "warp/patch_between.h"

#include <set>
#include <utility>

namespace latewood::warp {
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

}  // namespace

std::vector<TickOp> ops_between(const State& older, const State& newer) {
  std::vector<TickOp> ops;
  for (const auto& [warp, instance] : older.instances()) {
    if (newer.find(warp) == nullptr) ops.push_back(DeleteWarpInstance{warp});
  }
  static const Instance kEmpty;
  for (const auto& [warp, instance] : newer.instances()) {
    const Instance* before = older.find(warp);
    if (before == nullptr || before->root != instance.root || before->parent != instance.parent) {
      ops.push_back(UpsertWarpInstance{warp, instance.root, instance.parent});
    }
    InstanceChange(ops, warp, before == nullptr ? kEmpty : *before, instance).collect();
  }
  return canonical_ops(std::move(ops));
}

}  // namespace latewood::warp
