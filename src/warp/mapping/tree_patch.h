// Computes the tick patch of a commit: the operations that turn the graph of the older tree into that of the newer one.
#pragma once

#include <cstdint>

#include "tree/tree.h"
#include "warp/graph/tick_patch.h"
#include "warp/mapping/tree_change.h"

namespace latewood::warp {

// The entries of `out_slots` of a patch for a deleted node. Only the slots differ, so both rules give the same
// bytes for a patch without DeleteNode (docs/format/tick_patch.md, section 3).
enum class SlotRule : std::uint8_t {
  All,           // the node and its alpha slot: every new commit (PATCH-29)
  WithoutAlpha,  // the node alone: commits made before that rule
};

// Computes operations and slots; sets no policy. `changes` must be `changed_rings(older, newer)`.
PatchParts tree_patch(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes,
                      SlotRule rule = SlotRule::All);

// The rules of this engine, as one pack: insert, replace, move, delete, expire,
// cascade, prune, seal.
const RulePackId& engine_rule_pack();

}  // namespace latewood::warp
