// Applies the changes of a patch to one instance of the graph, and returns it as a subtree.
#pragma once

#include <functional>
#include <string_view>

#include "latewood/result.h"
#include "tree/subtree.h"
#include "warp/graph/ids.h"

namespace latewood::tree {
class NodePool;
struct DecodedHeader;
}  // namespace latewood::tree

namespace latewood::warp {

struct InstanceEdit;

// Returns the payload with this digest, which lives as long as the pool; a purged payload if it was purged. An error if
// it is missing.
using PayloadLookup = std::function<Result<const tree::Payload*>(const tree::PayloadDigest& digest)>;

// The pool for new records, and the source of their content.
struct ReplaySource {
  tree::NodePool& pool;
  const PayloadLookup& find_payload;
};

// Makes the node of a decoded header. `before`, if any, is the current record of the node. Corruption if the
// content_hash is wrong.
Result<const tree::Node*> make_node(tree::DecodedHeader header, const tree::Node* before, const ReplaySource& source);

// A node made from the header of `vertex`, and the bytes after the header, which only the root's atom may have.
// `before`, if any, is the current record of the node. Corruption if the header belongs to another vertex, or if its
// content_hash is wrong; the content_hash of purged content is not checked.
struct ReplayedNode {
  const tree::Node* node = nullptr;
  std::string_view tail;
};
Result<ReplayedNode> replay_node(const NodeId& vertex, std::string_view header, const tree::Node* before,
                                 const ReplaySource& source);

// Returns `before` (null: a new instance) with the edit applied, from the node `root` on, siblings in canonical order.
// Unchanged records stay the same. Corruption if a node has no parent.
Result<tree::Subtree> replay_subtree(const NodeId& root, const tree::Subtree* before, const InstanceEdit& edit,
                                     const ReplaySource& source);

}  // namespace latewood::warp
