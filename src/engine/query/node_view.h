// Conversion of nodes to the NodeView of the public API.
#pragma once

#include <cstdint>
#include <vector>

#include "latewood/node.h"
#include "tree/shown_ttl.h"
#include "tree/tree.h"

namespace latewood::engine {

NodeView view_of(const tree::Node& node, const tree::Node* parent, const tree::SeenAt& seen);

// The node at a place, with its pins, as the snapshot of that cycle shows it.
NodeView view_at(const tree::Tree& tree, const tree::Place& place, std::uint64_t cycle);

// The views of all nodes in document order.
std::vector<NodeView> views_of(const tree::Tree& tree, std::uint64_t cycle);

}  // namespace latewood::engine
