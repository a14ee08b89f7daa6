// What turned one tree into the next, node by node.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/receipt.h"
#include "tree/edit/draft.h"
#include "tree/tree.h"

namespace latewood::intake {

// The difference of two trees as rewrites, and the nodes that they rest on. The core that a head gets with its
// first block is left out: it belongs to the frame until it is sealed.
struct Difference {
  std::vector<Rewrite> rewrites;  // in document order of the tree after; what went, and pins, behind
  std::vector<NodeRef> reads;     // parents of what came, neighbours of new turns
  std::vector<std::string> keys;  // of all nodes that came, changed or went
};

// Cost follows the turns that differ.
Difference difference(const tree::Tree& before, const tree::Tree& after);

// Where a place of the tree is in the graph.
Instance instance_at(const tree::Tree& tree, const tree::Place& place);

// Whether nobody needs to be told that a node was read: root, regions, and the core of this cycle's head.
bool is_frame(const tree::Tree& tree, const tree::Place& place);

// Whether a node is the core that the head of this cycle got with its first block.
bool is_core_of(const tree::Node& node, std::uint64_t cycle);

std::string header_of(const tree::Node& node);

}  // namespace latewood::intake
