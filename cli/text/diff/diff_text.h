// Diffs as text: unified diffs of contents, and sizes by node.
#pragma once

#include <string>
#include <vector>

#include "latewood/diff.h"
#include "latewood/node.h"

namespace latewood::cli {

// The nodes and pins of both moments, and the names of the moments.
struct DiffSides {
  std::vector<NodeView> older = {};
  std::vector<NodeView> newer = {};
  std::string older_name = {};
  std::string newer_name = {};
  std::vector<std::string> older_pins = {};
  std::vector<std::string> newer_pins = {};
};

// Unified diffs of the contents of added, removed and changed nodes: exact bytes for `patch`, or on a terminal
// coloured and printable.
std::string unified_text(const Diff& diff, const DiffSides& sides);

// One line for each of these nodes that has content, and the sums.
std::string stat_text(const Diff& diff, const DiffSides& sides);

}  // namespace latewood::cli
