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

// The tree that a commit with this patch made of `older`. Turns and regions that the patch does
// not touch are shared with `older`; the cost follows the patch.
//
// The result is a tree like any other, and the patch is exactly the one that `tree_patch` gives
// for the two by one of its rules for slots: whatever no commit could have written is Corruption, with the operation
// or the node at fault. Whether two turns have a node of the same id is for the caller, who has the
// index, to tell.
//
// Takes the encoded patch. What `decode_patch` refuses is refused here too, but in other words.
Result<tree::Tree> replay(const tree::Tree& older, std::string_view patch, const ReplaySource& source);

// The same in two parts. The first gives a tree like any other, of a patch that may say more than what became of it;
// the second is Corruption if it does. `changes` are `changed_rings(older, newer)`. Any thread may do the second,
// whatever becomes of the pool meanwhile.
Result<tree::Tree> replay_unproved(const tree::Tree& older, std::string_view patch, const ReplaySource& source);
Result<void> prove_patch(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes,
                         std::string_view patch);

}  // namespace latewood::warp
