// The record of provider calls of one context, and the reply that waits for the commit.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/result.h"

namespace latewood::engine {

// The bytes of an attempt and by what they were rendered; no profile: the canonical thread.
struct Sent {
  std::string bytes;
  std::optional<ProfileName> profile;
  Blake3Digest profile_digest;
};

class Attempts {
 public:
  Attempts() = default;
  // The attempt that a request begins, not yet on record.
  static Attempt begun(std::uint64_t attempt_id, const AttemptRequest& request, std::int64_t started_at,
                       std::uint64_t cycle, const CommitId& parent, const Sent& sent);
  // The attempt as it ends while `cycle` is the next to be committed, not yet on record. It has no end time if neither
  // the outcome nor the record has one.
  Result<Attempt> ended(std::uint64_t attempt_id, const AttemptOutcome& outcome, std::uint64_t cycle) const;
  // Puts one on record, in the place of that with its number. `reply` is of a completed one that no commit took.
  void keep(const Attempt& attempt, std::vector<Component> reply);

  std::uint64_t next_id() const { return attempts_.empty() ? 1 : attempts_.back().attempt_id + 1; }

  // The start or end of the newest attempt, whichever is later; 0 without one.
  std::int64_t last_time() const;

  const std::vector<Attempt>& all() const { return attempts_; }

  // The completed attempt that began last of those that wait for the commit of this cycle on top of `parent`: its
  // bytes the snapshot has to render to. Null if none waits.
  const Attempt* waiting(std::uint64_t cycle, const CommitId& parent) const;
  // Empty without one.
  const std::vector<Component>& reply_to(std::uint64_t attempt_id) const;
  // The attempt is what this commit sent, and replies of its cycle are not waited for any more.
  void bind(std::uint64_t attempt_id, const CommitId& commit);

 private:
  // The first whose number is not below the given one.
  std::vector<Attempt>::const_iterator place_of(std::uint64_t attempt_id) const;
  const Attempt* find(std::uint64_t attempt_id) const;

  std::vector<Attempt> attempts_;                            // by number
  std::set<std::uint64_t> unbound_;                          // numbers of those that are complete and no commit took
  std::map<std::uint64_t, std::vector<Component>> replies_;  // by the number of their attempt
};

// Whether it is complete and no commit took it.
inline bool is_unbound(const Attempt& attempt) { return attempt.status == AttemptStatus::Completed && !attempt.commit; }

}  // namespace latewood::engine
