// Redactions, replacements, pins and references as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/node_facts.h"

namespace latewood::cli {

// The nodes of one moment, and the ids of the pinned ones.
struct SeenNodes {
  std::vector<NodeView> nodes;
  std::vector<std::string> pins;
};

// One line for each node that the marker names: "redacts u: user  the text" or "replaces u: the text -> the new text".
// Empty if the node is not a marker.
std::vector<std::string> marker_lines(const NodeView& marker, const std::vector<NodeView>& nodes, std::size_t columns);

// Why an expired node stays: "pinned", "held by a, b", or both.
std::string holders_text(std::string_view id, const SeenNodes& seen);

}  // namespace latewood::cli
