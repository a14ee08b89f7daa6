// Proves patches and state roots of commits on a worker thread, while the caller reads the next commits
// (`Proof::ByCaller`).
#pragma once

#include <cstddef>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <vector>

#include "latewood/result.h"
#include "warp/mapping/resumable_root.h"
#include "warp/mapping/tree_change.h"

namespace latewood::history {
struct SnapshotData;
}
namespace latewood::tree {
struct Tree;
}

namespace latewood::engine {

class Worker;
struct HashedRecords;

// A commit to prove: its patch leads from one tree to the other, and the newer tree has its state root. Both trees must
// outlive the proof.
struct Claim {
  const tree::Tree* older = nullptr;
  const history::SnapshotData* snapshot = nullptr;
  std::shared_ptr<const HashedRecords> commit;  // must have a patch
  std::size_t line = 0;                         // claims of a line must be added in the order of its commits
  std::vector<warp::ChangedRing> changes;       // the changes from `older` to the snapshot
};

class ProofRun {
 public:
  // `worker` runs the proofs and must be destroyed before this object. It may be null if no claim is added.
  explicit ProofRun(Worker* worker) : worker_(worker) {}

  // Adds a claim to prove later. Corruption if an earlier claim was wrong; then stop.
  Result<void> add(Claim claim);

  // Waits until all claims are proved. Corruption if one is wrong.
  Result<void> finish();

 private:
  using ProofResult = std::shared_future<Result<void>>;

  Result<void> submit_claims();
  Result<void> prove_roots(const std::vector<Claim>& claims);

  Worker* worker_;
  std::vector<Claim> claims_;
  std::map<std::size_t, warp::ResumableRoot> roots_;  // by line; used by one proof at a time
  std::deque<ProofResult> proving_;                   // submitted proofs, oldest first; each waits for the one before
};

}  // namespace latewood::engine
