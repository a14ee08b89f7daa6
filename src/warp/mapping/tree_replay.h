// The way back from bytes to trees: a tick patch applied to the tree before it.
#pragma once

#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "tree/tree.h"
#include "warp/graph/tick_patch.h"
#include "warp/mapping/subtree_replay.h"
#include "warp/mapping/tree_change.h"

namespace latewood::warp {

// Applies an encoded patch to `older` and returns the tree of the commit. Turns and regions that the patch does not
// change are shared with `older`. Cost: the size of the patch.
//
// Corruption, with the operation or node at fault, unless the patch is exactly the one that `tree_patch` derives from
// the two trees by one of its rules for slots. Does not check that ids are unique across turns: the caller has the
// index.
//
// Refuses every patch that `decode_patch` refuses, with other messages.
Result<tree::Tree> replay(const tree::Tree& older, std::string_view patch, const ReplaySource& source);

// The same in two parts. The first gives a tree like any other, of a patch that may say more than what became of it;
// the second is Corruption if it does. `changes` are `changed_rings(older, newer)`. Any thread may do the second,
// whatever becomes of the pool meanwhile.
Result<tree::Tree> replay_unproved(const tree::Tree& older, std::string_view patch, const ReplaySource& source);
Result<void> prove_patch(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes,
                         std::string_view patch);

}  // namespace latewood::warp
