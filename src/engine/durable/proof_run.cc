#include "engine/durable/proof_run.h"

#include <utility>

#include "base/try.h"
#include "engine/durable/commit_batch.h"
#include "warp/tree_replay.h"

namespace latewood::engine {
namespace {

// Enough that starting a thread for them takes no time in comparison.
constexpr std::size_t kClaims = 64;

Result<void> prove(const std::vector<PatchClaim>& claims) {
  for (const PatchClaim& claim : claims) {
    LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(claim.commit->records.patch->bytes));
    LW_TRY(warp::prove_patch(*claim.older, *claim.newer, both.patch));
  }
  return {};
}

}  // namespace

Result<void> ProofRun::add(PatchClaim claim) {
  claims_.push_back(std::move(claim));
  return claims_.size() < kClaims ? Result<void>() : hand_over();
}

// The last few are proved here: nobody has anything else to do.
Result<void> ProofRun::finish() {
  if (proving_.valid()) LW_TRY(proving_.get());
  return prove(std::exchange(claims_, {}));
}

// One thread at a time: whoever is quicker waits for the other, so that no more than two runs are kept.
Result<void> ProofRun::hand_over() {
  if (proving_.valid()) LW_TRY(proving_.get());
  proving_ = std::async(std::launch::async, prove, std::exchange(claims_, {}));
  return {};
}

}  // namespace latewood::engine
