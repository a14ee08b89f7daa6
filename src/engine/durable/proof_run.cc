#include "engine/durable/proof_run.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "engine/durable/commit_batch.h"
#include "engine/durable/parallel.h"
#include "warp/tree_replay.h"
#include "warp/tree_root.h"
#include "warp/tree_state.h"

namespace latewood::engine {
namespace {

// Enough that starting a thread for them takes no time in comparison.
constexpr std::size_t kClaims = 64;
constexpr std::size_t kMostRuns = 4;

}  // namespace

Result<void> ProofRun::prove(const std::vector<Claim>& claims) {
  for (const Claim& claim : claims) LW_TRY(prove(claim));
  return {};
}

Result<void> ProofRun::prove(const Claim& claim) {
  const tree::Tree& newer = claim.snapshot->tree;
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(*claim.older, newer);
  LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(claim.commit->records.patch->bytes));
  LW_TRY(warp::prove_patch(*claim.older, newer, changes, both.patch));
  // Of a line that begins here nothing is hashed yet, so all of it will be, once.
  if (claim.snapshot->is_genesis()) roots_.erase(claim.line);
  warp::ResumableRoot& root =
      roots_.try_emplace(claim.line, warp::root_key(newer), warp::ResumableRoot::Mark()).first->second;
  if (warp::advance_root(root, newer, changes) == claim.snapshot->state_root()) return {};
  return warp::corrupt("cycle " + std::to_string(newer.cycle) + " has another root than its header says");
}

Result<void> ProofRun::add(Claim claim) {
  claims_.push_back(std::move(claim));
  return claims_.size() < kClaims ? Result<void>() : hand_over();
}

// The last few are proved here: nobody has anything else to do.
Result<void> ProofRun::finish() {
  if (!proving_.empty()) LW_TRY(proving_.back().get());
  return prove(std::exchange(claims_, {}));
}

// Each waits for the one before it, since a root goes on from the last one of its line. With several at hand there is
// always something to do for every processor; more would only keep their records in memory.
Result<void> ProofRun::hand_over() {
  if (proving_.size() == kMostRuns) {
    LW_TRY(proving_.front().get());
    proving_.pop_front();
  }
  const Proved before = proving_.empty() ? Proved() : proving_.back();
  proving_.push_back(std::async(kElsewhere, [this, before, claims = std::exchange(claims_, {})] {
    if (before.valid() && !before.get()) return before.get();
    return prove(claims);
  }));
  return {};
}

}  // namespace latewood::engine
