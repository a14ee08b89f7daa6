// One tick: the patch, the state root and the commit id of the step from one tree to the next.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/digest.h"
#include "tree/tree.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_change.h"

namespace latewood::warp {

class ResumableRoot;

// A store needs the encoded patch, a history in memory only its digest.
enum class PatchBytes : std::uint8_t { Keep, Drop };

// The inputs of a tick besides the trees.
struct TickTerms {
  std::optional<CommitId> parent;  // the commit of the older tree; nullopt: it has none
  std::uint32_t policy_id = 0;
  PatchBytes bytes = PatchBytes::Drop;
};

struct Tick {
  CommitId id;
  CommitHeader header;  // has the root and the digest of the patch
  std::string patch;    // encoded; empty with PatchBytes::Drop
};

// Makes the tick from `older` to `newer`. `changes` must be `changed_rings(older, newer)`. `root` is the hasher after
// `older`; it is advanced to `newer`. Cost: that of `tree_patch` and `advance_root`.
Tick make_tick(const tree::Tree& older, const tree::Tree& newer, const std::vector<ChangedRing>& changes,
               ResumableRoot& root, const TickTerms& terms);

}  // namespace latewood::warp
