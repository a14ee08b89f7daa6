// The digests that name a commit, known at once or computed when somebody asks.
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

// Computing the digests of a large tree costs far more than reading it, and who imports a
// document to look at it never needs them.
class LateIdentity {
 public:
  // `compute` must give the same answer whenever it is called, and is called once.
  explicit LateIdentity(std::function<CommitIdentity()> compute) : compute_(std::move(compute)) {}

  // Any thread may ask. Those that ask while the first one computes wait for it; later ones
  // find the answer without a lock.
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
