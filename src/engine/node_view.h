// Nodes as the public API shows them.
#pragma once

#include <cstdint>
#include <vector>

#include "latewood/node.h"
#include "tree/tree.h"

namespace latewood::engine {

// `cycle` is that of the moment from which the remaining ttl is counted.
NodeView view_of(const tree::Node& node, const tree::Node* parent, std::uint64_t cycle);

// Every node in document order.
std::vector<NodeView> views_of(const tree::Tree& tree, std::uint64_t cycle);

}  // namespace latewood::engine
