// Changes to a state that can be rolled back. Every change is made through the journal, which stores the old value. So
// a patch that fails half-way has no effect, and portal rules are checked only for the parts that changed.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "warp/graph/state.h"

namespace latewood::warp {

// The value before one change; nullopt if there was none.
struct NodeBefore {
  WarpId warp;
  NodeId id;
  std::optional<Node> node;
};
struct EdgeBefore {
  WarpId warp;
  EdgeId id;
  std::optional<Edge> edge;
};
// The old header of an instance: its root and parent.
struct HeaderBefore {
  WarpId warp;
  NodeId root;
  std::optional<AttachmentKey> parent;
};
// An instance before its creation (nullopt) or its removal (the whole instance).
struct InstanceBefore {
  WarpId warp;
  std::optional<Instance> instance;
};

class Journal {
 public:
  using Entry = std::variant<NodeBefore, EdgeBefore, HeaderBefore, InstanceBefore>;

  explicit Journal(State& state) : state_(state) {}
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const State& state() const { return state_; }
  const std::vector<Entry>& entries() const { return entries_; }

  // The instance must exist, except for `create_instance`.
  void put_node(const WarpId& warp, const NodeId& id, Node node);
  void put_edge(const WarpId& warp, const EdgeId& id, Edge edge);
  void remove_node(const WarpId& warp, const NodeId& id);
  void remove_edge(const WarpId& warp, const EdgeId& id);
  void set_header(const WarpId& warp, const NodeId& root, const std::optional<AttachmentKey>& parent);
  void create_instance(const WarpId& warp, const NodeId& root, const std::optional<AttachmentKey>& parent);
  void remove_instance(const WarpId& warp);

  // Undoes every change, newest first.
  void roll_back();

 private:
  void remember_node(const WarpId& warp, const NodeId& id);
  void remember_edge(const WarpId& warp, const EdgeId& id);

  State& state_;
  std::vector<Entry> entries_;
};

}  // namespace latewood::warp
