// The digests of a commit, known at once or computed at the first use.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

#include "latewood/digest.h"

namespace latewood::history {

struct CommitIdentity {
  CommitId commit_id;
  StateRoot state_root;
  PatchDigest patch_digest;
};

// Digests that are computed at the first use. Computing them for a large imported tree costs far more than reading it,
// and many callers never need them.
class LateIdentity {
 public:
  // `compute` is called at most once.
  explicit LateIdentity(std::function<CommitIdentity()> compute) : compute_(std::move(compute)) {}

  // Any thread may call this. Calls during the first computation wait for it; later calls take no lock.
  const CommitIdentity& get() const {
    std::call_once(once_, [this] { identity_ = compute_(); });
    return identity_;
  }

 private:
  const std::function<CommitIdentity()> compute_;
  mutable std::once_flag once_;
  mutable CommitIdentity identity_;
};

}  // namespace latewood::history
