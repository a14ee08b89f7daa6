// A commit that was read back from bytes and waits to be taken as the next snapshot.
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

// Who checks what follows from the trees before and after a commit: that its patch is the one a commit would have
// written (`warp::prove_patch`), and that its state has the root of its header (`warp::advance_root`).
enum class Proof : std::uint8_t {
  Here,      // the code that restores the commit
  ByCaller,  // its caller, later
};

struct RestoredCommit {
  tree::Tree tree;
  std::vector<warp::ChangedRing> changes;  // `changed_rings` from the timeline's base to the tree
  CommitId id;
  warp::CommitHeader header;
  CommitExtras extras;
  CommitNote note;
  AttachedRecords records;
  std::shared_ptr<const tree::Tree> genesis;  // what a commit without parents applied to; null for others
  Proof proof = Proof::Here;
};

// The last of the collected commits before a snapshot that was kept whole.
struct CollectedCommit {
  history::CommitIdentity identity;
  std::uint64_t cycle = 0;
  std::shared_ptr<history::KeptPast> kept_before = {};  // snapshots kept from before it; null: none
};

}  // namespace latewood::engine
