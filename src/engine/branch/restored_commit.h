// A commit decoded from its bytes, before it becomes the next snapshot.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/record/commit_extras.h"
#include "engine/record/snapshot_annex.h"
#include "latewood/commit.h"
#include "tree/tree.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {

// The place of two checks over the trees before and after a commit: that the patch is the one a commit would write
// (`warp::prove_patch`), and that the state has the root of its header (`warp::advance_root`).
enum class Proof : std::uint8_t {
  Here,      // while the commit is restored
  ByCaller,  // later, by the caller
};

struct RestoredCommit {
  tree::Tree tree;
  std::vector<warp::ChangedRing> changes;  // `changed_rings` from the timeline's base to the tree
  CommitId id;
  warp::CommitHeader header;
  CommitExtras extras;
  CommitNote note;
  AttachedRecords records;
  std::shared_ptr<const tree::Tree> genesis;  // the tree before a commit without parents; null for other commits
  Proof proof = Proof::Here;
};

// The last of the collected commits before a snapshot with a stored state.
struct CollectedCommit {
  history::CommitIdentity identity;
  std::uint64_t cycle = 0;
  std::shared_ptr<history::KeptPast> kept_before = {};  // snapshots kept from before it; null: none
};

}  // namespace latewood::engine
