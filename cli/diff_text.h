// Diffs for people: contents line by line, and sizes by node.
#pragma once

#include <string>
#include <vector>

#include "latewood/diff.h"
#include "latewood/node.h"

namespace latewood::cli {

// The nodes of both moments, and what people call these.
struct DiffSides {
  std::vector<NodeView> older;
  std::vector<NodeView> newer;
  std::string older_name;
  std::string newer_name;
};

// The contents of nodes that came, left or changed, as unified diffs; coloured on a terminal.
std::string unified_text(const Diff& diff, const DiffSides& sides);

// A line for each such node with content, and the sums.
std::string stat_text(const Diff& diff, const DiffSides& sides);

}  // namespace latewood::cli
