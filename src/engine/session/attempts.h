// The attempts of one branch in memory, with the replies that wait for the commit. Writes nothing to a store.
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

// The request bytes of an attempt and the profile that rendered them. No profile: the canonical thread.
struct RequestBytes {
  std::string bytes;
  std::optional<ProfileName> profile;
  Blake3Digest profile_digest;
};

class Attempts {
 public:
  Attempts() = default;
  // Returns a new running attempt. Does not add it; see `put`.
  static Attempt make_running(std::uint64_t attempt_id, const AttemptRequest& request, std::int64_t started_at,
                              std::uint64_t cycle, const CommitId& parent, const RequestBytes& sent);
  // Returns the attempt as ended by `outcome`. Does not change the stored one; see `put`. `cycle` is the cycle of the
  // next commit. The result has no end time if neither the outcome nor the attempt has one. NotFound if there is no
  // such attempt. E_CONFLICT if it has ended already (an unbound attempt can still be canceled), or if it has a reply
  // and its cycle was committed meanwhile.
  Result<Attempt> make_ended(std::uint64_t attempt_id, const AttemptOutcome& outcome, std::uint64_t cycle) const;
  // Adds the attempt, or replaces the one with its number. `reply` is ignored unless the attempt is unbound.
  void put(const Attempt& attempt, std::vector<Component> reply);

  std::uint64_t next_id() const { return attempts_.empty() ? 1 : attempts_.back().attempt_id + 1; }

  // The start or end of the newest attempt, whichever is later; 0 if there is no attempt.
  std::int64_t last_time() const;

  const std::vector<Attempt>& all() const { return attempts_; }

  // The unbound attempt with the highest number that was begun for this cycle on top of `parent`; null if there is
  // none. The snapshot of the cycle must render to its bytes.
  const Attempt* find_waiting(std::uint64_t cycle, const CommitId& parent) const;
  // Empty if the attempt has no reply that waits.
  const std::vector<Component>& reply_to(std::uint64_t attempt_id) const;
  // Records that `commit` contains the reply of the attempt, and drops all waiting replies.
  void bind(std::uint64_t attempt_id, const CommitId& commit);

 private:
  // The first attempt whose number is not below `attempt_id`.
  std::vector<Attempt>::const_iterator place_of(std::uint64_t attempt_id) const;
  const Attempt* find(std::uint64_t attempt_id) const;

  std::vector<Attempt> attempts_;                            // ascending by number
  std::set<std::uint64_t> unbound_;                          // numbers of the unbound attempts
  std::map<std::uint64_t, std::vector<Component>> replies_;  // attempt number -> waiting reply
};

// An attempt is unbound if it is completed and no commit contains its reply.
inline bool is_unbound(const Attempt& attempt) { return attempt.status == AttemptStatus::Completed && !attempt.commit; }

}  // namespace latewood::engine
