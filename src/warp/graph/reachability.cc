#include "warp/graph/reachability.h"

#include <deque>
#include <map>

namespace latewood::warp {
namespace {

struct Itself {
  const NodeId& operator()(const NodeId& id) const { return id; }
};
using NodeSet = SortedTable<NodeId, Itself>;

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

  const std::map<WarpId, NodeSet>& seen() const { return seen_; }

 private:
  void visit(const WarpId& warp, const NodeId& node) {
    if (state_.find(warp) == nullptr) return;
    NodeSet& seen = seen_[warp];
    if (seen.find(node) != nullptr) return;
    seen.put(node);
    queue_.push_back({warp, node});
  }

  void descend(const Slot& slot) {
    const WarpId* child = child_of(slot);
    const Instance* instance = child == nullptr ? nullptr : state_.find(*child);
    if (instance != nullptr) visit(*child, instance->root());
  }

  void expand(const Instance& instance, const NodeKey& key) {
    if (const Node* node = instance.find_node(key.node)) descend(node->alpha);
    for (auto edge = instance.edges_from(key.node); is_from(instance, edge, key.node); ++edge) {
      visit(key.warp, edge->second.to);
      descend(edge->second.beta);
    }
  }

  static bool is_from(const Instance& instance, const Instance::Edges::Iterator& edge, const NodeId& node) {
    return edge != instance.edges().end() && edge->second.from == node;
  }

  const State& state_;
  std::map<WarpId, NodeSet> seen_;
  std::deque<NodeKey> queue_;
};

// Merges the seen ids with the nodes and edges. All are in the same order.
void collect(Reachable& reachable, const WarpId& warp, const Instance& instance, const NodeSet& seen) {
  const std::size_t nodes_before = reachable.nodes.size();
  const std::size_t buckets_before = reachable.buckets.size();
  auto node = instance.nodes().begin();
  auto edge = instance.edges().begin();
  for (const NodeId& id : seen) {
    while (node != instance.nodes().end() && node->first < id) ++node;
    if (node != instance.nodes().end() && node->first == id) reachable.nodes.push_back(&*node);
    while (edge != instance.edges().end() && edge->second.from < id) ++edge;
    const std::size_t edges_before = reachable.edges.size();
    for (; edge != instance.edges().end() && edge->second.from == id; ++edge) reachable.edges.push_back(&*edge);
    const std::size_t edges = reachable.edges.size() - edges_before;
    if (edges != 0) reachable.buckets.push_back({id, edges});
  }
  reachable.instances.push_back({warp, instance.root(), instance.parent(), reachable.nodes.size() - nodes_before,
                                 reachable.buckets.size() - buckets_before});
}

}  // namespace

Reachable reachable_from(const State& state, const NodeKey& root) {
  Search search(state);
  search.run(root);
  Reachable reachable;
  for (const auto& [warp, nodes] : search.seen()) collect(reachable, warp, *state.find(warp), nodes);
  return reachable;
}

}  // namespace latewood::warp
