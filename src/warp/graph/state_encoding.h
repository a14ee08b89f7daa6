// The canonical bytes of a state, and their BLAKE3: `state_root`.
// Layout: docs/format/state_encoding.md.
//
// The parts are public, so that code with the graph in another form (such as the engine with its tree) can write the
// same bytes without building a `State`.
#pragma once

#include <string>

#include "canon/binary_writer.h"
#include "latewood/digest.h"
#include "warp/graph/reachability.h"

namespace latewood::warp {

// In the order of the stream: the root key, then per instance, ascending, its
// header, its nodes ascending, its buckets ascending with their edges ascending.
void encode_root_key(BinaryWriter& out, const NodeKey& root);
void encode_instance_header(BinaryWriter& out, const WarpId& warp, const NodeId& root,
                            const std::optional<AttachmentKey>& parent);
void encode_node(BinaryWriter& out, const NodeId& id, const Node& node);
void encode_bucket_header(BinaryWriter& out, const NodeId& from, std::uint64_t edge_count);
void encode_edge(BinaryWriter& out, const EdgeId& id, const Edge& edge);

// The instances of `reachable`, without the root key.
void encode_instances(BinaryWriter& out, const Reachable& reachable);

// Hashes the stream of what has been found reachable, in pieces.
StateRoot root_of(const NodeKey& root, const Reachable& reachable);

// The root of the part of `state` that `root` reaches.
StateRoot state_root(const State& state, const NodeKey& root);

// The same stream as bytes in memory, for vectors and documents.
std::string encode_state(const State& state, const NodeKey& root);

}  // namespace latewood::warp
