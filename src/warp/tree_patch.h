// The tick patch of a commit: what turns the graph of the tree before into that of
// the tree after.
#pragma once

#include <cstdint>

#include "tree/tree.h"
#include "warp/tick_patch.h"
#include "warp/tree_change.h"

namespace latewood::warp {

// Operations and slots, not yet a policy. `changes` are `changed_rings(older, newer)`.
PatchParts tree_patch(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes);

// The rules of this engine, as one pack: insert, replace, move, delete, expire,
// cascade, prune, seal.
const RulePackId& engine_rule_pack();

}  // namespace latewood::warp
