#include "warp/state.h"

#include <utility>

namespace latewood::warp {
namespace {

void drop(std::map<NodeId, std::set<EdgeId>>& buckets, const NodeId& node, const EdgeId& edge) {
  const auto bucket = buckets.find(node);
  bucket->second.erase(edge);
  // An empty bucket must not stay: the encoding writes one entry per bucket (WARP-13).
  if (bucket->second.empty()) buckets.erase(bucket);
}

template <class Map, class Key>
auto* find_in(Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

}  // namespace

const Node* Instance::find_node(const NodeId& id) const { return find_in(nodes_, id); }
const Edge* Instance::find_edge(const EdgeId& id) const { return find_in(edges_, id); }

void Instance::put_node(const NodeId& id, Node node) { nodes_.insert_or_assign(id, std::move(node)); }

void Instance::put_edge(const EdgeId& id, Edge edge) {
  remove_edge(id);
  outgoing_[edge.from].insert(id);
  incoming_[edge.to].insert(id);
  edges_.emplace(id, std::move(edge));
}

void Instance::remove_edge(const EdgeId& id) {
  const auto found = edges_.find(id);
  if (found == edges_.end()) return;
  drop(outgoing_, found->second.from, id);
  drop(incoming_, found->second.to, id);
  edges_.erase(found);
}

std::set<EdgeId> Instance::incident_edges(const NodeId& id) const {
  std::set<EdgeId> incident;
  for (const auto* buckets : {&outgoing_, &incoming_}) {
    const auto* bucket = find_in(*buckets, id);
    if (bucket != nullptr) incident.insert(bucket->begin(), bucket->end());
  }
  return incident;
}

bool operator==(const Instance& a, const Instance& b) {
  return a.root == b.root && a.parent == b.parent && a.nodes_ == b.nodes_ && a.edges_ == b.edges_;
}

const Instance* State::find(const WarpId& warp) const { return find_in(instances_, warp); }
Instance* State::find(const WarpId& warp) { return find_in(instances_, warp); }

Instance& State::put(const WarpId& warp, Instance instance) {
  return instances_.insert_or_assign(warp, std::move(instance)).first->second;
}

const Slot* State::find_slot(const AttachmentKey& key) const {
  const Instance* instance = key.is_valid() ? find(key.warp) : nullptr;
  if (instance == nullptr) return nullptr;
  if (key.owner == Owner::Node) {
    const Node* node = instance->find_node(key.node());
    return node == nullptr ? nullptr : &node->alpha;
  }
  const Edge* edge = instance->find_edge(key.edge());
  return edge == nullptr ? nullptr : &edge->beta;
}

}  // namespace latewood::warp
