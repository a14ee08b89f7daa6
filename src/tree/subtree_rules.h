// The rules for regions and sealed turns, for subtrees that were made from records instead of edits.
#pragma once

#include "latewood/result.h"
#include "tree/subtree.h"

namespace latewood::tree {

// The container is of class `wanted`, everything below stands where it may (D-05), a turn has
// exactly one core, written or not, and a head at most one (D-01). E_PLACEMENT_INVALID, with
// the node's id, if not.
Result<void> check_subtree(const Subtree& subtree, NodeClass wanted);

}  // namespace latewood::tree
