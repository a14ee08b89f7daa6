// Proofs that patches are what their commits would have written, by another thread while the history goes on.
#pragma once

#include <future>
#include <memory>
#include <vector>

#include "engine/durable/record_run.h"
#include "latewood/result.h"
#include "tree/tree.h"

namespace latewood::engine {

// The patch of a commit and the trees before and after it, which must outlive the proof.
struct PatchClaim {
  const tree::Tree* older = nullptr;
  const tree::Tree* newer = nullptr;
  std::shared_ptr<const RunCommit> commit;  // it has a patch
};

class ProofRun {
 public:
  // Has the claim proved some time. What is wrong with it is told by a later call; then the others do not matter.
  Result<void> add(PatchClaim claim);

  // Waits for what was added. Corruption if a claim is wrong.
  Result<void> finish();

 private:
  Result<void> hand_over();

  std::vector<PatchClaim> claims_;
  std::future<Result<void>> proving_;  // those before; going waits for it
};

}  // namespace latewood::engine
