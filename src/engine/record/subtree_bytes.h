// A subtree as bytes: the headers of its nodes in document order, each with the index of its parent.
// Layout: docs/format/state_page.md.
#pragma once

#include <functional>

#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "latewood/result.h"
#include "tree/subtree.h"
#include "warp/mapping/subtree_replay.h"

namespace latewood::engine {

void encode_node(BinaryWriter& out, const tree::Node& node);
void encode_subtree(BinaryWriter& out, const tree::Subtree& subtree);

// Accept exactly the output of the encoders. Corruption, with the node, if content does not match its digest or its
// content_hash, if nodes are not in canonical order, or if a container's class or a placement is not valid in a tree.
// InvalidArgument, with the place, if the bytes are not nodes.
Result<const tree::Node*> decode_node(BinaryReader& in, const warp::ReplaySource& source);
Result<tree::Subtree> decode_subtree(BinaryReader& in, tree::NodeClass wanted, const warp::ReplaySource& source);

// Skips a node or a subtree and visits the payload digests in it.
using PayloadVisit = std::function<void(const tree::PayloadDigest& digest)>;
Result<void> scan_node(BinaryReader& in, const PayloadVisit& visit);
Result<void> scan_subtree(BinaryReader& in, const PayloadVisit& visit);

}  // namespace latewood::engine
