// Proofs that the patches and the roots of commits are what they should be (`Proof::ByCaller`), by another thread while
// the history goes on.
#pragma once

#include <cstddef>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <vector>

#include "engine/stored/record_run.h"
#include "engine/stored/worker.h"
#include "history/snapshot_data.h"
#include "latewood/result.h"
#include "tree/tree.h"
#include "warp/mapping/resumable_root.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {

// What a commit says. Both trees must outlive the proof.
struct Claim {
  const tree::Tree* older = nullptr;
  const history::SnapshotData* snapshot = nullptr;
  std::shared_ptr<const RunCommit> commit;  // it has a patch
  std::size_t line = 0;                     // each commit of a line follows the one before it, or is a first one
  std::vector<warp::ChangedRing> changes;   // from one tree to the other
};

class ProofRun {
 public:
  // Who proves; needed as soon as a claim is added. It must be gone before this is.
  explicit ProofRun(Worker* worker) : worker_(worker) {}

  // Has the claim proved some time. What is wrong with it is told by a later call; then the others do not matter.
  Result<void> add(Claim claim);

  // Waits for what was added. Corruption if a claim is wrong.
  Result<void> finish();

 private:
  using Proved = std::shared_future<Result<void>>;

  Result<void> hand_over();
  Result<void> prove_roots(const std::vector<Claim>& claims);

  Worker* worker_;
  std::vector<Claim> claims_;
  std::map<std::size_t, warp::ResumableRoot> roots_;  // of lines; for whoever proves
  std::deque<Proved> proving_;                        // one after the other
};

}  // namespace latewood::engine
