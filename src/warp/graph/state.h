// A whole graph as a plain value: for vectors, replay and verification. The
// engine never keeps one beside its tree; it feeds encodings instead.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "warp/graph/attachment.h"
#include "warp/graph/ids.h"
#include "warp/graph/sorted_table.h"

namespace latewood::warp {

struct Node {
  TypeId type;
  Slot alpha;
  friend bool operator==(const Node&, const Node&) = default;
};

struct Edge {
  NodeId from;
  NodeId to;
  TypeId type;
  Slot beta;
  friend bool operator==(const Edge&, const Edge&) = default;
};

using NodeEntry = std::pair<NodeId, Node>;
using EdgeEntry = std::pair<EdgeId, Edge>;

struct NodeOrder {
  const NodeId& operator()(const NodeEntry& entry) const { return entry.first; }
};
// Sorts by source, then by id: the edges of one source are adjacent, as in the encoding.
struct EdgeOrder {
  std::tuple<const NodeId&, const EdgeId&> operator()(const EdgeEntry& entry) const {
    return {entry.second.from, entry.first};
  }
};

// One instance: nodes, edges, and its parent slot. Edge ids are unique in it. An edge may start or end at a missing
// node, which hashing allows.
class Instance {
 public:
  Instance() = default;
  Instance(const NodeId& root, std::optional<AttachmentKey> parent) : root_(root), parent_(parent) {}

  const NodeId& root() const { return root_; }
  // The slot that descends into this instance; nullopt: none.
  const std::optional<AttachmentKey>& parent() const { return parent_; }
  void set_header(const NodeId& root, const std::optional<AttachmentKey>& parent) {
    root_ = root;
    parent_ = parent;
  }

  using Nodes = SortedTable<NodeEntry, NodeOrder>;
  using Edges = SortedTable<EdgeEntry, EdgeOrder>;
  const Nodes& nodes() const { return nodes_; }
  const Edges& edges() const { return edges_; }

  // The first edge from `node`. The following edges with the same source are its other edges, ascending by id.
  Edges::Iterator edges_from(const NodeId& node) const { return edges_.lower_bound({node, EdgeId{}}); }

  const Node* find_node(const NodeId& id) const;
  const Edge* find_edge(const EdgeId& id) const;

  // Puts or removes exactly this node or edge; nothing cascades.
  void put_node(const NodeId& id, Node node);
  void put_edge(const EdgeId& id, Edge edge);
  void remove_node(const NodeId& id) { nodes_.erase(id); }
  void remove_edge(const EdgeId& id);

  // Edges that start or end at the node, each once, ascending.
  std::set<EdgeId> incident_edges(const NodeId& id) const;

  friend bool operator==(const Instance& a, const Instance& b);

 private:
  using Source = std::pair<EdgeId, NodeId>;   // an edge and the node it starts at
  using Arrival = std::pair<NodeId, EdgeId>;  // a node and an edge that ends there
  struct SourceOrder {
    const EdgeId& operator()(const Source& source) const { return source.first; }
  };
  struct ArrivalOrder {
    const Arrival& operator()(const Arrival& arrival) const { return arrival; }
  };

  NodeId root_;
  std::optional<AttachmentKey> parent_;
  Nodes nodes_;
  Edges edges_;
  SortedTable<Source, SourceOrder> sources_;
  SortedTable<Arrival, ArrivalOrder> arrivals_;
};

class State {
 public:
  // Ascending by id: the order of the canonical encoding.
  const std::map<WarpId, Instance>& instances() const { return instances_; }

  const Instance* find(const WarpId& warp) const;
  Instance* find(const WarpId& warp);
  Instance& put(const WarpId& warp, Instance instance);
  void remove(const WarpId& warp) { instances_.erase(warp); }

  // The content of the slot; null if its owner does not exist or the key is not valid.
  const Slot* find_slot(const AttachmentKey& key) const;

  friend bool operator==(const State&, const State&) = default;

 private:
  std::map<WarpId, Instance> instances_;
};

}  // namespace latewood::warp
