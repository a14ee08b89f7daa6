// The changes between two trees, node by node.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/receipt.h"
#include "tree/edit/draft.h"
#include "tree/tree.h"

namespace latewood::intake {

// The difference of two trees as rewrites, and the nodes that they read. The core of the active head is left out: it
// belongs to the frame until it is sealed.
struct Difference {
  std::vector<Rewrite> rewrites;  // in document order of the tree after; then removed nodes, then pins
  std::vector<NodeRef> reads;     // parents of added nodes, neighbours of new turns
  std::vector<std::string> keys;  // keys of all added, changed or removed nodes
};

// Cost: the turns that differ.
Difference difference(const tree::Tree& before, const tree::Tree& after);

// The instance of the graph that has this place of the tree.
Instance instance_at(const tree::Tree& tree, const tree::Place& place);

// Whether the node always exists, so that reading it is not recorded: root, regions, and the core of the active head.
bool is_frame(const tree::Tree& tree, const tree::Place& place);

// Whether the node is the core that was made with the first block of this cycle.
bool is_core_of(const tree::Node& node, std::uint64_t cycle);

std::string header_of(const tree::Node& node);

}  // namespace latewood::intake
