// The ids of the graph. Each kind is its own type of 32 bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "latewood/digest.h"

namespace latewood::warp {

using NodeId = Bytes32<struct NodeIdTag>;
using EdgeId = Bytes32<struct EdgeIdTag>;
using TypeId = Bytes32<struct TypeIdTag>;
using WarpId = Bytes32<struct WarpIdTag>;
using RuleId = Bytes32<struct RuleIdTag>;

// A node id or an edge id; the attachment slot defines which.
using LocalId = Bytes32<struct LocalIdTag>;

inline LocalId local_of(const NodeId& id) { return {id.bytes}; }
inline LocalId local_of(const EdgeId& id) { return {id.bytes}; }

// Ids from labels: BLAKE3 of the domain ("node:", "edge:", "type:", "warp:",
// "rule:") followed by the label's bytes.
NodeId make_node_id(std::string_view label);
EdgeId make_edge_id(std::string_view label);
TypeId make_type_id(std::string_view label);
WarpId make_warp_id(std::string_view label);
RuleId make_rule_id(std::string_view name);

// A node together with the instance it lives in.
struct NodeKey {
  WarpId warp;
  NodeId node;
  friend auto operator<=>(const NodeKey&, const NodeKey&) = default;
};

enum class PortDirection : std::uint8_t { Out = 0, In = 1 };

// A port of a node as one number: the first four bytes of the node id
// (little-endian) above, then 30 bits of port number, then the direction.
// `port` must be below 2^30.
std::uint64_t pack_port_key(const NodeId& node, std::uint32_t port, PortDirection direction);

}  // namespace latewood::warp
