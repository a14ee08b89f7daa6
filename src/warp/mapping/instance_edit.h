// The operations of a tick patch, sorted by the instance they change and read as changes of a
// tree: which nodes get which header, which go, who hangs on whom.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "warp/graph/tick_patch.h"

namespace latewood::warp {

// Points into the patch. Whatever else the operations say follows from the tree and is left
// out: edges that go, types, slots that hold the chain.
struct InstanceEdit {
  struct Header {
    NodeId node;
    std::string_view bytes;
  };
  struct Edge {
    NodeId node;
    NodeId parent;
  };

  bool is_removed = false;
  std::optional<NodeId> root;   // as the patch gives it to the instance
  std::vector<Header> headers;  // of nodes that are new or changed, ascending
  std::vector<Edge> parents;    // of nodes that are new or moved, ascending
  std::vector<NodeId> removed;  // ascending

  // Whether any node changes; otherwise the instance is at most linked anew.
  bool has_nodes() const { return !headers.empty() || !parents.empty() || !removed.empty(); }

  // Null if the patch does not say.
  const std::string_view* find_header(const NodeId& node) const;
  const NodeId* find_parent(const NodeId& node) const;
  bool removes(const NodeId& node) const;
};

struct PatchEdits {
  std::uint32_t policy_id = 0;
  std::map<WarpId, InstanceEdit> instances;
};

// The edits of an encoded patch. Nothing if its lengths and tags do not add up. Says nothing about what else
// `decode_patch` refuses, and takes a tenth of its time: for whoever compares the whole patch afterwards.
std::optional<PatchEdits> edits_of(std::string_view patch);
// The policy alone.
std::optional<std::uint32_t> policy_of(std::string_view patch);

}  // namespace latewood::warp
