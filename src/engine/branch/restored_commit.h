// A commit decoded from its bytes, before it becomes the next snapshot.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/branch/proof.h"
#include "engine/record/commit_extras.h"
#include "engine/record/snapshot_annex.h"
#include "latewood/commit.h"
#include "tree/tree.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {

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
