// A subtree as bytes: the headers of its nodes in document order, each with the place of its
// parent. Layout: docs/format/state_page.md.
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

// Read exactly what the others write. Corruption, with the node at fault, for content that is
// not that of its digest, a wrong content_hash, and nodes that are not in canonical order;
// InvalidArgument with the place for bytes that are no nodes. A class of the container or a
// placement that no tree has is refused too, as Corruption.
Result<const tree::Node*> decode_node(BinaryReader& in, const warp::ReplaySource& source);
Result<tree::Subtree> decode_subtree(BinaryReader& in, tree::NodeClass wanted, const warp::ReplaySource& source);

// Passes over a node or a subtree and tells only what content it says.
using PayloadVisit = std::function<void(const tree::PayloadDigest& digest)>;
Result<void> scan_node(BinaryReader& in, const PayloadVisit& visit);
Result<void> scan_subtree(BinaryReader& in, const PayloadVisit& visit);

}  // namespace latewood::engine
