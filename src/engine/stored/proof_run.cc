#include "engine/stored/proof_run.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "engine/stored/commit_batch.h"
#include "warp/mapping/tree_replay.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

// Enough that handing them over takes no time in comparison.
constexpr std::size_t kClaims = 64;
// Runs that may wait. More would only keep their records in memory.
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
    // Of a line that begins here nothing is hashed yet, so all of it will be, once.
    if (claim.snapshot->is_genesis()) roots_.erase(claim.line);
    warp::ResumableRoot& root =
        roots_.try_emplace(claim.line, warp::root_key(newer), warp::ResumableRoot::Mark()).first->second;
    if (warp::advance_root(root, newer, claim.changes) == claim.snapshot->state_root()) continue;
    return warp::corrupt("cycle " + std::to_string(newer.cycle) + " has another root than its header says");
  }
  return {};
}

Result<void> ProofRun::add(Claim claim) {
  claims_.push_back(std::move(claim));
  return claims_.size() < kClaims ? Result<void>() : hand_over();
}

// The last few are proved here: nobody has anything else to do.
Result<void> ProofRun::finish() {
  const std::vector<Claim> last = std::exchange(claims_, {});
  LW_TRY(prove_patches(last));
  for (const Proved& each : std::exchange(proving_, {})) {
    worker_->wait_for(each);
    LW_TRY(each.get());
  }
  return prove_roots(last);
}

// Roots go on from the last one of their line, so each run waits for those of the run before it. Patches stand alone.
Result<void> ProofRun::hand_over() {
  if (proving_.size() == kMostRuns) {
    worker_->wait_for(proving_.front());
    LW_TRY(proving_.front().get());
    proving_.pop_front();
  }
  const Proved before = proving_.empty() ? Proved() : proving_.back();
  proving_.push_back(worker_->submit([this, before, claims = std::exchange(claims_, {})]() -> Result<void> {
    LW_TRY(prove_patches(claims));
    if (before.valid()) LW_TRY(before.get());
    return prove_roots(claims);
  }));
  return {};
}

}  // namespace latewood::engine
