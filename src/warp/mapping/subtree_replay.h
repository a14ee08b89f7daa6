// One instance of the graph, changed by a patch, back as a subtree.
#pragma once

#include <functional>
#include <string_view>

#include "latewood/result.h"
#include "tree/node_header.h"
#include "tree/node_pool.h"
#include "tree/subtree.h"
#include "warp/mapping/instance_edit.h"

namespace latewood::warp {

// The content of that digest, which lives as long as the pool; purged if it was erased on purpose.
// An error if it is not there.
using PayloadLookup = std::function<Result<const tree::Payload*>(const tree::PayloadDigest& digest)>;

// Where records go and content comes from.
struct ReplaySource {
  tree::NodePool& pool;
  const PayloadLookup& find_payload;
};

// The node that a header tells of. `before`, if any, is the node's record so far. Corruption if
// its content_hash is wrong.
Result<const tree::Node*> make_node(tree::DecodedHeader header, const tree::Node* before, const ReplaySource& source);

// The node of a header that `vertex` has, and what stands behind the header, which only the
// root's atom may have. `before`, if any, is the node's record so far. Corruption if the header
// is not that vertex's, or its content_hash is wrong; that of purged content is taken as it is.
struct ReplayedNode {
  const tree::Node* node = nullptr;
  std::string_view tail;
};
Result<ReplayedNode> replay_node(const NodeId& vertex, std::string_view header, const tree::Node* before,
                                 const ReplaySource& source);

// `before` (null: a new instance) with the edit applied, from the node `root` on, siblings in
// canonical order. Records that do not change are kept. Corruption if a node hangs on nothing.
Result<tree::Subtree> replay_subtree(const NodeId& root, const tree::Subtree* before, const InstanceEdit& edit,
                                     const ReplaySource& source);

// An error of replay: stored bytes are wrong.
Error corrupt(std::string message);

}  // namespace latewood::warp
