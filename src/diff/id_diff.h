// The diff of two trees: which ids came, went and changed.
#pragma once

#include <functional>

#include "diff/tree_changes.h"
#include "latewood/diff.h"

namespace latewood::diff {

// The filter of a diff: a node is reported if it matches in either tree (D-40). An empty function matches every node.
struct DiffFilter {
  std::function<bool(const tree::Place& place)> newer;
  std::function<bool(const tree::Place& place)> older;
};

// The changes that pass.
TreeChanges filtered(TreeChanges changes, const DiffFilter& filter);

// The same as ids and fields, in the orders of D-39.
Diff described(const TreeChanges& changes, const TreeSide& newer, const TreeSide& older);

Diff id_diff(const TreeSide& newer, const TreeSide& older, const DiffFilter& filter = {});

}  // namespace latewood::diff
