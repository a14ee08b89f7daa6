// Finds the parts of a state that are reachable from its root. Only these are hashed.
#pragma once

#include <optional>
#include <vector>

#include "warp/graph/state.h"

namespace latewood::warp {

// The reachable part of a state, laid out flat in encoding order: instances
// ascending; their nodes one after the other, ascending in each; likewise their
// buckets (nodes with outgoing edges) and edges. The pointers point into the state
// and live as long as it does and is not changed.
struct Reachable {
  struct InstancePart {
    WarpId warp;
    NodeId root;
    std::optional<AttachmentKey> parent;
    std::size_t nodes = 0;
    std::size_t buckets = 0;
  };
  struct Bucket {
    NodeId from;
    std::size_t edges = 0;  // never 0
  };

  std::vector<InstancePart> instances;
  std::vector<const NodeEntry*> nodes;
  std::vector<Bucket> buckets;
  std::vector<const EdgeEntry*> edges;
};

// Breadth-first from `root` along outgoing edges, and across instances through
// every slot that descends (WARP-02, WARP-03). A missing instance contributes nothing; a missing node contributes the
// edges that start at it.
Reachable reachable_from(const State& state, const NodeKey& root);

}  // namespace latewood::warp
