// Applies an encoded tick patch to a tree.
#pragma once

#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "tree/tree.h"
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

// `replay` in two parts. The first returns a valid tree, but the patch may contain more than its changes; the second
// returns Corruption in that case. `changes` must be `changed_rings(older, newer)`. Any thread may call the second,
// also while another thread adds to the pool.
Result<tree::Tree> replay_unproved(const tree::Tree& older, std::string_view patch, const ReplaySource& source);
Result<void> prove_patch(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes,
                         std::string_view patch);

}  // namespace latewood::warp
