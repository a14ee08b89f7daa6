// Diffs for people: contents line by line, and sizes by node.
#pragma once

#include <string>
#include <vector>

#include "latewood/diff.h"
#include "latewood/node.h"

namespace latewood::cli {

// The nodes and pins of both moments, and what people call these.
struct DiffSides {
  std::vector<NodeView> older = {};
  std::vector<NodeView> newer = {};
  std::string older_name = {};
  std::string newer_name = {};
  std::vector<std::string> older_pins = {};
  std::vector<std::string> newer_pins = {};
};

// The contents of nodes that came, left or changed, as unified diffs: exactly, as `patch` reads them, or on a
// terminal in colour and with escapes.
std::string unified_text(const Diff& diff, const DiffSides& sides);

// A line for each such node with content, and the sums.
std::string stat_text(const Diff& diff, const DiffSides& sides);

// The same as JSON lines, one a node: {"id","newer_bytes","older_bytes"}, and {"id","unified"}.
void print_stat_json(const Diff& diff, const DiffSides& sides);
void print_unified_json(const Diff& diff, const DiffSides& sides);

}  // namespace latewood::cli
