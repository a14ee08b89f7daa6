// Conversion of nodes to the NodeView of the public API.
#pragma once

#include <cstdint>
#include <vector>

#include "latewood/node.h"
#include "tree/shown_ttl.h"
#include "tree/tree.h"

namespace latewood::engine {

NodeView view_of(const tree::Node& node, const tree::Node* parent, const tree::SeenAt& seen);

// The views of all nodes in document order.
std::vector<NodeView> views_of(const tree::Tree& tree, std::uint64_t cycle);

}  // namespace latewood::engine
