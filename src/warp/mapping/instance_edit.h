// The operations of a tick patch, grouped by instance and converted to changes of a tree: new headers, removed nodes,
// and new parents.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "warp/graph/tick_patch.h"

namespace latewood::warp {

// Refers to the patch. Leaves out the operations that follow from the tree: removed edges, types, slots of the chain.
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
  std::vector<Header> headers;  // headers of new and changed nodes, ascending
  std::vector<Edge> parents;    // edges to new and moved nodes, ascending
  std::vector<NodeId> removed;  // ascending

  // Returns true if a node changes. Otherwise at most the links of the instance change.
  bool has_nodes() const { return !headers.empty() || !parents.empty() || !removed.empty(); }

  // Null if the patch has no header for the node.
  const std::string_view* find_header(const NodeId& node) const;
  const NodeId* find_parent(const NodeId& node) const;
  bool removes(const NodeId& node) const;
};

struct PatchEdits {
  std::uint32_t policy_id = 0;
  std::map<WarpId, InstanceEdit> instances;
};

// The edits of an encoded patch; nullopt if its lengths and tags are not consistent. Does not make the other checks of
// `decode_patch` and takes a tenth of its time: use it only if the whole patch is compared afterwards.
std::optional<PatchEdits> edits_of(std::string_view patch);
// Reads only the policy of a patch.
std::optional<std::uint32_t> policy_of(std::string_view patch);

}  // namespace latewood::warp
