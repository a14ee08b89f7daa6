#include "warp/reachability.h"

#include <deque>
#include <map>
#include <set>

namespace latewood::warp {
namespace {

class Search {
 public:
  explicit Search(const State& state) : state_(state) {}

  void run(const NodeKey& root) {
    visit(root.warp, root.node);
    while (!queue_.empty()) {
      const NodeKey next = queue_.front();
      queue_.pop_front();
      expand(*state_.find(next.warp), next);
    }
  }

  const std::map<WarpId, std::set<NodeId>>& seen() const { return seen_; }

 private:
  void visit(const WarpId& warp, const NodeId& node) {
    if (state_.find(warp) == nullptr) return;
    if (seen_[warp].insert(node).second) queue_.push_back({warp, node});
  }

  void descend(const Slot& slot) {
    const WarpId* child = child_of(slot);
    const Instance* instance = child == nullptr ? nullptr : state_.find(*child);
    if (instance != nullptr) visit(*child, instance->root);
  }

  void expand(const Instance& instance, const NodeKey& key) {
    if (const Node* node = instance.find_node(key.node)) descend(node->alpha);
    const auto bucket = instance.outgoing().find(key.node);
    if (bucket == instance.outgoing().end()) return;
    for (const EdgeId& id : bucket->second) {
      const Edge& edge = *instance.find_edge(id);
      visit(key.warp, edge.to);
      descend(edge.beta);
    }
  }

  const State& state_;
  std::map<WarpId, std::set<NodeId>> seen_;
  std::deque<NodeKey> queue_;
};

ReachableInstance collect(const WarpId& warp, const Instance& instance, const std::set<NodeId>& seen) {
  ReachableInstance reachable{warp, &instance, {}, {}, {}};
  for (const NodeId& id : seen) {
    const auto node = instance.nodes().find(id);
    if (node != instance.nodes().end()) reachable.nodes.push_back(&*node);
    const auto outgoing = instance.outgoing().find(id);
    if (outgoing == instance.outgoing().end()) continue;
    reachable.buckets.push_back({id, outgoing->second.size()});
    for (const EdgeId& edge : outgoing->second) reachable.edges.push_back(&*instance.edges().find(edge));
  }
  return reachable;
}

}  // namespace

std::vector<ReachableInstance> reachable_from(const State& state, const NodeKey& root) {
  Search search(state);
  search.run(root);
  std::vector<ReachableInstance> reachable;
  for (const auto& [warp, nodes] : search.seen()) {
    reachable.push_back(collect(warp, *state.find(warp), nodes));
  }
  return reachable;
}

}  // namespace latewood::warp
