#include "engine/stored/proof_run.h"

#include <string>
#include <utility>

#include "base/corrupt.h"
#include "base/try.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/record_run.h"
#include "engine/stored/worker.h"
#include "history/snapshot_data.h"
#include "warp/mapping/tree_replay.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

// Claims per job: enough to make the cost of a job small.
constexpr std::size_t kClaims = 64;
// Jobs that may wait. More would only hold more records in memory.
constexpr std::size_t kMostRuns = 4;

Result<void> prove_patches(const std::vector<Claim>& claims) {
  for (const Claim& claim : claims) {
    LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(claim.commit->records.patch->bytes));
    LW_TRY(warp::prove_patch(*claim.older, claim.snapshot->tree, claim.changes, both.patch));
  }
  return {};
}

}  // namespace

Result<void> ProofRun::prove_roots(const std::vector<Claim>& claims) {
  for (const Claim& claim : claims) {
    const tree::Tree& newer = claim.snapshot->tree;
    // The line begins here, so its root is hashed from the first byte.
    if (claim.snapshot->is_genesis()) roots_.erase(claim.line);
    warp::ResumableRoot& root =
        roots_.try_emplace(claim.line, warp::root_key(newer), warp::ResumableRoot::Mark()).first->second;
    if (warp::advance_root(root, newer, claim.changes) == claim.snapshot->state_root()) continue;
    return corrupt("cycle " + std::to_string(newer.cycle) + ": the state root differs from the one in the header");
  }
  return {};
}

Result<void> ProofRun::add(Claim claim) {
  claims_.push_back(std::move(claim));
  return claims_.size() < kClaims ? Result<void>() : submit_claims();
}

// Proves the last claims on this thread, which has nothing else to do.
Result<void> ProofRun::finish() {
  const std::vector<Claim> last = std::exchange(claims_, {});
  LW_TRY(prove_patches(last));
  for (const ProofResult& each : std::exchange(proving_, {})) {
    worker_->wait_for(each);
    LW_TRY(each.get());
  }
  return prove_roots(last);
}

// A root is computed from the previous root of its line, so each job waits for the previous job before it proves roots.
// Patches are proved independently.
Result<void> ProofRun::submit_claims() {
  if (proving_.size() == kMostRuns) {
    worker_->wait_for(proving_.front());
    LW_TRY(proving_.front().get());
    proving_.pop_front();
  }
  const ProofResult before = proving_.empty() ? ProofResult() : proving_.back();
  proving_.push_back(worker_->submit([this, before, claims = std::exchange(claims_, {})]() -> Result<void> {
    LW_TRY(prove_patches(claims));
    if (before.valid()) LW_TRY(before.get());
    return prove_roots(claims);
  }));
  return {};
}

}  // namespace latewood::engine
