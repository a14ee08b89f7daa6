// The operations of a tick patch, grouped by instance and converted to changes of a tree: new headers, removed nodes,
// and new parents.
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
  std::vector<Header> headers;  // headers of new and changed nodes, ascending
  std::vector<Edge> parents;    // edges to new and moved nodes, ascending
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

// The edits of an encoded patch; nullopt if its lengths and tags are not consistent. Does not make the other checks of
// `decode_patch` and takes a tenth of its time: use it only if the whole patch is compared afterwards.
std::optional<PatchEdits> edits_of(std::string_view patch);
// The policy alone.
std::optional<std::uint32_t> policy_of(std::string_view patch);

}  // namespace latewood::warp
