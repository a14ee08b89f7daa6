// Which parts of a state its root can see. Only these are hashed.
#pragma once

#include <utility>
#include <vector>

#include "warp/state.h"

namespace latewood::warp {

// The reachable part of one instance, in encoding order. The pointers point into
// the state and live as long as it does and is not changed.
struct ReachableInstance {
  using NodeEntry = std::pair<const NodeId, Node>;
  using EdgeEntry = std::pair<const EdgeId, Edge>;
  struct Bucket {
    NodeId from;
    std::size_t edge_count = 0;
  };

  WarpId warp;
  const Instance* instance = nullptr;
  std::vector<const NodeEntry*> nodes;  // ascending by id
  std::vector<Bucket> buckets;          // ascending by source, none empty
  std::vector<const EdgeEntry*> edges;  // those of the first bucket, of the second, ...; in each ascending by id
};

// Breadth-first from `root` along outgoing edges, and across instances through
// every slot that descends (WARP-02, WARP-03). Ascending by instance. An instance
// or node that is named but not there contributes nothing.
std::vector<ReachableInstance> reachable_from(const State& state, const NodeKey& root);

}  // namespace latewood::warp
