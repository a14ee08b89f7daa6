#include "reconcile/recorded_call.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "canon/blake3.h"
#include "canon/json_writer.h"
#include "canon/sha256.h"
#include "engine/api/past_attempts.h"
#include "latewood/render.h"
#include "reconcile/placement.h"

namespace latewood::reconcile {
namespace {

Attempt attempt_of(const Reconciled& done, const AttemptRequest& sent, const AttemptOutcome& outcome) {
  Attempt attempt;
  attempt.cycle_id = done.cycle;
  attempt.status = outcome.status;
  attempt.started_at = sent.started_at;
  attempt.ended_at = outcome.ended_at;
  attempt.provider = sent.provider;
  attempt.model = sent.model;
  attempt.params = sha256_of(canonical_json(sent.params)).hex();
  attempt.token_in = outcome.token_in;
  attempt.token_out = outcome.token_out;
  attempt.error = outcome.error;
  attempt.render = sent.render;
  attempt.parent = done.base.value_or(CommitId());
  attempt.answer = outcome.answer;
  if (outcome.status == AttemptStatus::Completed) attempt.commit = done.commit_id;
  return attempt;
}

// Puts the rendered request of the snapshot, and what rendered it, into the attempt.
Result<std::string> add_rendering(const Snapshot& snapshot, const AttemptRequest& sent, Attempt& attempt) {
  LW_TRY_ASSIGN(const ProfileName profile, find_profile(sent.profile));
  LW_TRY_ASSIGN(Rendered rendered, snapshot.render(sent.profile, sent.render));
  attempt.profile = profile;
  LW_TRY_ASSIGN(attempt.profile_digest, profile_digest(profile, sent.render));
  attempt.bytes_digest = blake3_of(rendered.bytes);
  return std::move(rendered.bytes);
}

}  // namespace

Result<std::string> record_call(ContextLines& lines, const UnitReader& reader, const Reconciled& done,
                                const AttemptRequest& sent, const AttemptOutcome& outcome) {
  LW_TRY_ASSIGN(OpenLine* const opened, lines.open(done.branch));
  Attempt attempt = attempt_of(done, sent, outcome);
  std::string rendered;
  if (!sent.profile.empty()) {
    LW_TRY_ASSIGN(const Snapshot snapshot, opened->context.at(done.cycle));
    LW_TRY_ASSIGN(rendered, add_rendering(snapshot, sent, attempt));
  }
  std::vector<engine::PastAttempt> attempts;
  attempts.push_back({done.branch, std::move(attempt)});
  LW_TRY(engine::add_past_attempts(opened->context, std::move(attempts)));
  const bool is_head = lines.is_head({done.branch, done.cycle, 0, false});
  if (!is_head || outcome.reply.empty()) return rendered;
  Request reply;
  reply.has_system = false;
  for (const Component& block : outcome.reply) reply.blocks.push_back({block, reader.unit_of(block), 0});
  LW_TRY(hold(lines, done.branch, reply));
  return rendered;
}

}  // namespace latewood::reconcile
