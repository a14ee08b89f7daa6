// Regions, turns and cores: the nodes that contain other nodes.
#pragma once

#include "latewood/node.h"

namespace latewood::cli {

inline bool is_region(const NodeView& node) { return node.node_type.starts_with('^'); }
inline bool is_turn(const NodeView& node) { return node.node_type == "mt"; }
inline bool is_core(const NodeView& node) { return node.node_type == "mc"; }
inline bool is_container(const NodeView& node) { return is_region(node) || is_turn(node) || is_core(node); }

}  // namespace latewood::cli
