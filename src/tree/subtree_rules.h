// The rules for regions and sealed turns, for subtrees that were made from records instead of edits.
#pragma once

#include "latewood/result.h"
#include "tree/subtree.h"

namespace latewood::tree {

// Checks that the container has class `wanted`, that every node may be where it is (D-05), that a turn has exactly one
// core, explicit or implicit, and a head at most one (D-01). E_PLACEMENT_INVALID, with the node's id, if not.
Result<void> check_subtree(const Subtree& subtree, NodeClass wanted);

}  // namespace latewood::tree
