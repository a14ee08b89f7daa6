// The record of provider calls of one context, and the reply that waits for the commit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/result.h"

namespace latewood::engine {

// The bytes of an attempt and, unless they are the canonical thread, who rendered them.
struct Sent {
  std::string bytes;
  std::optional<ProfileName> profile;
};

class Attempts {
 public:
  Attempts() = default;
  // What an earlier process left.
  Attempts(std::vector<Attempt> attempts, std::vector<Component> reply)
      : attempts_(std::move(attempts)), reply_(std::move(reply)) {}

  // The attempt that a request begins, not yet on record.
  static Attempt begun(std::uint64_t attempt_id, const AttemptRequest& request, std::uint64_t cycle, const Sent& sent);
  // The attempt as it ends while `cycle` is the next to be committed, not yet on record.
  Result<Attempt> ended(std::uint64_t attempt_id, const AttemptOutcome& outcome, std::uint64_t cycle) const;
  // Puts one on record, in the place of that with its number. `reply` is of a completed one.
  void keep(const Attempt& attempt, const std::vector<Component>& reply);

  std::uint64_t next_id() const { return attempts_.empty() ? 1 : attempts_.back().attempt_id + 1; }

  const std::vector<Attempt>& all() const { return attempts_; }

  // The completed attempt of this cycle that began last, whose bytes the snapshot has to render to.
  const Attempt* completed(std::uint64_t cycle) const;
  // Its reply; empty without one.
  const std::vector<Component>& reply() const { return reply_; }
  void forget_reply() { reply_.clear(); }

 private:
  std::vector<Attempt> attempts_;
  std::vector<Component> reply_;
};

}  // namespace latewood::engine
