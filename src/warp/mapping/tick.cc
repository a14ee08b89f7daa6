#include "warp/mapping/tick.h"

#include <utility>

#include "warp/mapping/resumable_root.h"
#include "warp/mapping/tree_patch.h"
#include "warp/mapping/tree_root.h"

namespace latewood::warp {

Tick make_tick(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes,
               ResumableRoot& root, const TickTerms& terms) {
  PatchParts parts = tree_patch(older, newer, changes);
  parts.policy_id = terms.policy_id;
  const TickPatch patch(std::move(parts));
  Tick tick;
  tick.header.policy_id = terms.policy_id;
  tick.header.patch_digest = patch_digest(patch);
  if (terms.bytes == PatchBytes::Keep) tick.patch = encode_patch(patch);
  tick.header.state_root = advance_root(root, newer, changes);
  if (terms.parent) tick.header.parents.push_back(*terms.parent);
  tick.id = commit_id(tick.header);
  return tick;
}

}  // namespace latewood::warp
