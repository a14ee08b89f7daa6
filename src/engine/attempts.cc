#include "engine/attempts.h"

#include <utility>

#include "base/rules.h"
#include "canon/blake3.h"
#include "canon/json_writer.h"
#include "canon/sha256.h"

namespace latewood::engine {

AttemptTicket Attempts::begin(const AttemptRequest& request, std::uint64_t cycle, Sent sent) {
  Attempt attempt;
  attempt.attempt_id = attempts_.size() + 1;
  attempt.cycle_id = cycle;
  attempt.started_at = request.started_at;
  attempt.provider = request.provider;
  attempt.model = request.model;
  attempt.params = sha256_of(canonical_json(request.params)).hex();
  attempt.bytes_digest = blake3_of(sent.bytes);
  attempt.profile = std::move(sent.profile);
  attempt.render = request.render;
  attempts_.push_back(attempt);
  return {attempt.attempt_id, std::move(sent.bytes)};
}

Result<void> Attempts::end(std::uint64_t attempt_id, const AttemptOutcome& outcome) {
  if (attempt_id == 0 || attempt_id > attempts_.size()) {
    return Error{Code::NotFound, "there is no attempt " + std::to_string(attempt_id), {}, {}};
  }
  Attempt& attempt = attempts_[static_cast<std::size_t>(attempt_id - 1)];
  if (attempt.status != AttemptStatus::Running) {
    return Error{Code::Conflict, "attempt " + std::to_string(attempt_id) + " has ended before", {}, {}};
  }
  if (outcome.status == AttemptStatus::Running) return broken(kOptionInvalid, "an attempt cannot end as running");
  if (outcome.status != AttemptStatus::Completed && !outcome.reply.empty()) {
    return broken(kOptionInvalid, "only a completed attempt has a reply");
  }
  attempt.status = outcome.status;
  attempt.ended_at = outcome.ended_at;
  attempt.token_in = outcome.token_in;
  attempt.token_out = outcome.token_out;
  attempt.error = outcome.error;
  if (outcome.status == AttemptStatus::Completed) reply_ = outcome.reply;
  return {};
}

const Attempt* Attempts::completed(std::uint64_t cycle) const {
  for (auto attempt = attempts_.rbegin(); attempt != attempts_.rend(); ++attempt) {
    if (attempt->cycle_id == cycle && attempt->status == AttemptStatus::Completed) return &*attempt;
  }
  return nullptr;
}

}  // namespace latewood::engine
