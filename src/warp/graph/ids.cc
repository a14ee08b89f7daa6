#include "warp/graph/ids.h"

#include <cassert>

#include "canon/label_hash.h"

namespace latewood::warp {
NodeId make_node_id(std::string_view label) { return {label_hash(kNodeDomain, label)}; }
EdgeId make_edge_id(std::string_view label) { return {label_hash(kEdgeDomain, label)}; }
TypeId make_type_id(std::string_view label) { return {label_hash(kTypeDomain, label)}; }
WarpId make_warp_id(std::string_view label) { return {label_hash(kWarpDomain, label)}; }
RuleId make_rule_id(std::string_view name) { return {label_hash(kRuleDomain, name)}; }

std::uint64_t pack_port_key(const NodeId& node, std::uint32_t port, PortDirection direction) {
  assert(port < std::uint32_t{1} << 30);
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < 4; ++i) head |= static_cast<std::uint64_t>(node.bytes[i]) << (8 * i);
  return head << 32 | static_cast<std::uint64_t>(port) << 2 | static_cast<std::uint64_t>(direction);
}

}  // namespace latewood::warp
