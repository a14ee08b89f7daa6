// The record of provider calls of one context, and the reply that waits for the commit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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
  // `sent` is what the request asked for, rendered.
  AttemptTicket begin(const AttemptRequest& request, std::uint64_t cycle, Sent sent);
  Result<void> end(std::uint64_t attempt_id, const AttemptOutcome& outcome);

  const std::vector<Attempt>& all() const { return attempts_; }

  // The last completed attempt of this cycle, whose bytes the snapshot has to render to.
  const Attempt* completed(std::uint64_t cycle) const;
  // Its reply; empty without one.
  const std::vector<Component>& reply() const { return reply_; }
  void forget_reply() { reply_.clear(); }

 private:
  std::vector<Attempt> attempts_;
  std::vector<Component> reply_;
};

}  // namespace latewood::engine
