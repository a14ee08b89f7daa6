#include "warp/graph/state.h"

#include <utility>

namespace latewood::warp {
const Node* Instance::find_node(const NodeId& id) const {
  const NodeEntry* entry = nodes_.find(id);
  return entry == nullptr ? nullptr : &entry->second;
}

const Edge* Instance::find_edge(const EdgeId& id) const {
  const Source* source = sources_.find(id);
  return source == nullptr ? nullptr : &edges_.find({source->second, id})->second;
}

void Instance::put_node(const NodeId& id, Node node) { nodes_.put({id, std::move(node)}); }

void Instance::put_edge(const EdgeId& id, Edge edge) {
  remove_edge(id);
  sources_.put({id, edge.from});
  arrivals_.put({edge.to, id});
  edges_.put({id, std::move(edge)});
}

void Instance::remove_edge(const EdgeId& id) {
  const Edge* found = find_edge(id);
  if (found == nullptr) return;
  const NodeId from = found->from;
  arrivals_.erase({found->to, id});
  edges_.erase({from, id});
  sources_.erase(id);
}

std::set<EdgeId> Instance::incident_edges(const NodeId& id) const {
  std::set<EdgeId> incident;
  for (auto edge = edges_from(id); edge != edges_.end() && edge->second.from == id; ++edge) {
    incident.insert(edge->first);
  }
  for (auto arrival = arrivals_.lower_bound({id, EdgeId{}}); arrival != arrivals_.end() && arrival->first == id;
       ++arrival) {
    incident.insert(arrival->second);
  }
  return incident;
}

bool operator==(const Instance& a, const Instance& b) {
  return a.root_ == b.root_ && a.parent_ == b.parent_ && a.nodes_ == b.nodes_ && a.edges_ == b.edges_;
}

const Instance* State::find(const WarpId& warp) const {
  const auto found = instances_.find(warp);
  return found == instances_.end() ? nullptr : &found->second;
}

Instance* State::find(const WarpId& warp) { return const_cast<Instance*>(std::as_const(*this).find(warp)); }

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
