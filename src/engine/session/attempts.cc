#include "engine/session/attempts.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "canon/json_check.h"
#include "canon/json_writer.h"
#include "canon/sha256.h"
#include "tree/edit/editor.h"
#include "tree/placement.h"

namespace latewood::engine {
namespace {

// Refuses values that the log could not be decoded with when the context is opened again.
Result<void> check_outcome(const AttemptOutcome& outcome) {
  constexpr auto kMost = static_cast<std::uint64_t>(INT64_MAX);
  const AttemptAnswer& answer = outcome.answer;
  const std::uint64_t tokens = std::max({outcome.token_in, outcome.token_out, answer.token_cached.value_or(0),
                                         answer.token_cache_write.value_or(0), answer.token_cache_write_1h.value_or(0),
                                         answer.token_reasoning.value_or(0)});
  if (tokens > kMost) return broken(kOptionInvalid, std::to_string(tokens) + " tokens are too many");
  for (const auto* words : {&outcome.error, &answer.model, &answer.response_id, &answer.stop_reason}) {
    if (*words) LW_TRY(check_text(**words));
  }
  for (const Component& component : outcome.reply) {
    LW_TRY(tree::check_writable(component));
    if (component.id) LW_TRY(tree::check_own_id(*component.id));
  }
  return {};
}

}  // namespace

Attempt Attempts::make_running(std::uint64_t attempt_id, const AttemptRequest& request, std::int64_t started_at,
                               std::uint64_t cycle, const CommitId& parent, const RequestBytes& sent) {
  Attempt attempt;
  attempt.parent = parent;
  attempt.attempt_id = attempt_id;
  attempt.cycle_id = cycle;
  attempt.started_at = started_at;
  attempt.provider = request.provider;
  attempt.model = request.model;
  attempt.params = sha256_of(canonical_json(request.params)).hex();
  attempt.bytes_digest = blake3_of(sent.bytes);
  attempt.profile = sent.profile;
  attempt.profile_digest = sent.profile_digest;
  attempt.render = request.render;
  return attempt;
}

Result<Attempt> Attempts::make_ended(std::uint64_t attempt_id, const AttemptOutcome& outcome,
                                     std::uint64_t cycle) const {
  const Attempt* found = find(attempt_id);
  if (found == nullptr) {
    return Error{Code::NotFound, "there is no attempt " + std::to_string(attempt_id), {}, {}};
  }
  const bool is_late_cancel = is_unbound(*found) && outcome.status == AttemptStatus::Canceled;
  if (found->status != AttemptStatus::Running && !is_late_cancel) {
    return Error{Code::Conflict, "attempt " + std::to_string(attempt_id) + " has already ended", {}, {}};
  }
  if (outcome.status == AttemptStatus::Running) return broken(kOptionInvalid, "an attempt cannot end as running");
  if (outcome.status != AttemptStatus::Completed && !outcome.reply.empty()) {
    return broken(kOptionInvalid, "only a completed attempt has a reply");
  }
  if (found->cycle_id != cycle && !outcome.reply.empty()) {
    return Error{Code::Conflict,
                 "attempt " + std::to_string(attempt_id) + " was begun in cycle " + std::to_string(found->cycle_id) +
                     ", which is already committed: end the attempt without a reply and insert the reply as blocks",
                 {},
                 {}};
  }
  LW_TRY(check_outcome(outcome));
  Attempt attempt = *found;
  attempt.status = outcome.status;
  if (outcome.ended_at) attempt.ended_at = outcome.ended_at;
  attempt.token_in = outcome.token_in;
  attempt.token_out = outcome.token_out;
  attempt.error = outcome.error;
  attempt.answer = outcome.answer;
  return attempt;
}

// Attempts of other processes may arrive after an own attempt with a higher number, so this inserts by number.
void Attempts::put(const Attempt& attempt, std::vector<Component> reply) {
  const auto place = attempts_.begin() + (place_of(attempt.attempt_id) - attempts_.begin());
  if (place == attempts_.end() || place->attempt_id != attempt.attempt_id) {
    attempts_.insert(place, attempt);
  } else {
    *place = attempt;
  }
  replies_.erase(attempt.attempt_id);
  unbound_.erase(attempt.attempt_id);
  if (is_unbound(attempt)) unbound_.insert(attempt.attempt_id);
  if (is_unbound(attempt) && !reply.empty()) replies_.emplace(attempt.attempt_id, std::move(reply));
}

// Attempts may end in any order. The attempt whose bytes the snapshot must match is also the one whose reply is added.
const Attempt* Attempts::find_waiting(std::uint64_t cycle, const CommitId& parent) const {
  for (auto number = unbound_.rbegin(); number != unbound_.rend(); ++number) {
    const Attempt* attempt = find(*number);
    if (attempt->cycle_id == cycle && (!attempt->parent || *attempt->parent == parent)) return attempt;
  }
  return nullptr;
}

const std::vector<Component>& Attempts::reply_to(std::uint64_t attempt_id) const {
  static const std::vector<Component> nothing;
  const auto found = replies_.find(attempt_id);
  return found == replies_.end() ? nothing : found->second;
}

void Attempts::bind(std::uint64_t attempt_id, const CommitId& commit) {
  const auto place = attempts_.begin() + (place_of(attempt_id) - attempts_.begin());
  if (place != attempts_.end() && place->attempt_id == attempt_id) place->commit = commit;
  unbound_.erase(attempt_id);
  replies_.clear();
}

std::int64_t Attempts::last_time() const {
  std::int64_t last = 0;
  if (attempts_.empty()) return last;
  const Attempt& attempt = attempts_.back();
  return std::max({last, attempt.started_at.value_or(0), attempt.ended_at.value_or(0)});
}

std::vector<Attempt>::const_iterator Attempts::place_of(std::uint64_t attempt_id) const {
  const auto is_before = [](const Attempt& one, std::uint64_t id) { return one.attempt_id < id; };
  return std::lower_bound(attempts_.begin(), attempts_.end(), attempt_id, is_before);
}

const Attempt* Attempts::find(std::uint64_t attempt_id) const {
  const auto place = place_of(attempt_id);
  return place != attempts_.end() && place->attempt_id == attempt_id ? &*place : nullptr;
}

}  // namespace latewood::engine
