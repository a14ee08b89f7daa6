// The operations of a tick patch, sorted by the instance they change and read as changes of a
// tree: which nodes get which header, which go, who hangs on whom.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "warp/tick_patch.h"

namespace latewood::warp {

// Points into the patch. Whatever else the operations say follows from the tree and is left
// out: edges that go, types, slots that hold the chain.
struct InstanceEdit {
  bool is_removed = false;
  std::optional<NodeId> root;             // as the patch gives it to the instance
  std::map<NodeId, const Atom*> headers;  // of nodes that are new or changed
  std::map<NodeId, NodeId> parents;       // of nodes that are new or moved
  std::set<NodeId> removed;

  // Whether any node changes; otherwise the instance is at most linked anew.
  bool has_nodes() const { return !headers.empty() || !parents.empty() || !removed.empty(); }
};

std::map<WarpId, InstanceEdit> edits_of(const TickPatch& patch);

}  // namespace latewood::warp
