#include "warp/graph/journal.h"

#include <utility>

namespace latewood::warp {
namespace {

void restore(State& state, NodeBefore& before) {
  Instance& instance = *state.find(before.warp);
  if (before.node) {
    instance.put_node(before.id, *std::move(before.node));
  } else {
    instance.remove_node(before.id);
  }
}

void restore(State& state, EdgeBefore& before) {
  Instance& instance = *state.find(before.warp);
  if (before.edge) {
    instance.put_edge(before.id, *std::move(before.edge));
  } else {
    instance.remove_edge(before.id);
  }
}

void restore(State& state, HeaderBefore& before) { state.find(before.warp)->set_header(before.root, before.parent); }

void restore(State& state, InstanceBefore& before) {
  if (before.instance) {
    state.put(before.warp, *std::move(before.instance));
  } else {
    state.remove(before.warp);
  }
}

template <class T>
std::optional<T> copy_of(const T* value) {
  return value == nullptr ? std::nullopt : std::optional(*value);
}

}  // namespace

void Journal::remember_node(const WarpId& warp, const NodeId& id) {
  entries_.push_back(NodeBefore{warp, id, copy_of(state_.find(warp)->find_node(id))});
}

void Journal::remember_edge(const WarpId& warp, const EdgeId& id) {
  entries_.push_back(EdgeBefore{warp, id, copy_of(state_.find(warp)->find_edge(id))});
}

void Journal::put_node(const WarpId& warp, const NodeId& id, Node node) {
  remember_node(warp, id);
  state_.find(warp)->put_node(id, std::move(node));
}

void Journal::put_edge(const WarpId& warp, const EdgeId& id, Edge edge) {
  remember_edge(warp, id);
  state_.find(warp)->put_edge(id, std::move(edge));
}

void Journal::remove_node(const WarpId& warp, const NodeId& id) {
  remember_node(warp, id);
  state_.find(warp)->remove_node(id);
}

void Journal::remove_edge(const WarpId& warp, const EdgeId& id) {
  remember_edge(warp, id);
  state_.find(warp)->remove_edge(id);
}

void Journal::set_header(const WarpId& warp, const NodeId& root, const std::optional<AttachmentKey>& parent) {
  Instance& instance = *state_.find(warp);
  entries_.push_back(HeaderBefore{warp, instance.root(), instance.parent()});
  instance.set_header(root, parent);
}

void Journal::create_instance(const WarpId& warp, const NodeId& root, const std::optional<AttachmentKey>& parent) {
  entries_.push_back(InstanceBefore{warp, std::nullopt});
  state_.put(warp, Instance(root, parent));
}

void Journal::remove_instance(const WarpId& warp) {
  entries_.push_back(InstanceBefore{warp, std::move(*state_.find(warp))});
  state_.remove(warp);
}

void Journal::roll_back() {
  for (; !entries_.empty(); entries_.pop_back()) {
    std::visit([this](auto& before) { restore(state_, before); }, entries_.back());
  }
}

}  // namespace latewood::warp
