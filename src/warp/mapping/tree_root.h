// Computes the state root of a tree by resuming from that of the tree before it.
#pragma once

#include <vector>

#include "latewood/digest.h"
#include "tree/tree.h"
#include "warp/mapping/resumable_root.h"
#include "warp/mapping/tree_change.h"

namespace latewood::warp {

// Advances `root` from the tree before (or from its initial state) to `tree`. `changes` are the rings that differ.
// Cost: the bytes of the rings from the first changed one on, and of the trunk.
StateRoot advance_root(ResumableRoot& root, const tree::Tree& tree, const std::vector<ChangedRing>& changes);

}  // namespace latewood::warp
