// Calls to vendors: recorded beside the history, and seen by the processes that share a branch.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"
#include "engine/session/boundary.h"
#include "latewood/context.h"
#include "store/retry.h"
#include "tree/edit/refusal.h"
#include "tree/edit/system_text.h"

namespace latewood {

using history::SnapshotData;

namespace {

// Logs the attempt that `begun` makes with the next free number. If another process takes that number first, tries
// again with the next one.
Result<Attempt> keep_begun(engine::StoredBranch& stored, const std::function<Attempt(std::uint64_t id)>& begun) {
  std::uint64_t id = 0;
  const auto keep_next = [&]() -> Result<Attempt> {
    LW_TRY_ASSIGN(id, stored.next_attempt());
    Attempt attempt = begun(id);
    LW_TRY(stored.write_attempt(attempt, {}));
    return attempt;
  };
  const auto is_taken = [&](const Error& error) -> Result<bool> {
    if (!store::is_refused_write(error)) return false;
    LW_TRY_ASSIGN(const std::uint64_t next, stored.next_attempt());
    return next > id;
  };
  return store::retry_on_conflict(keep_next, is_taken);
}

}  // namespace

Result<AttemptTicket> Context::begin_attempt(const AttemptRequest& request) {
  LW_TRY(check_json(request.params));
  LW_TRY(check_text(request.provider));
  LW_TRY(check_text(request.model));
  engine::RequestBytes sent;
  if (!request.profile.empty()) {
    LW_TRY_ASSIGN(sent.profile, find_profile(request.profile));
  }
  LW_TRY_ASSIGN(sent.profile_digest, profile_digest(sent.profile, request.render));
  LW_TRY_ASSIGN(const engine::Preview next, impl_->branch->preview());
  const tree::Tree& tree = next.tree;
  LW_TRY_ASSIGN(sent.bytes, engine::render_request(tree, sent.profile, request.render, impl_->branch->renders()));
  LW_TRY(impl_->branch->check_read());
  const std::int64_t started_at =
      request.started_at ? *request.started_at : impl_->branch->working_state().time_after(impl_->attempts.last_time());
  const auto begun = [&](std::uint64_t id) {
    return engine::Attempts::make_running(id, request, started_at, cycle() + 1, impl_->head_id(), sent);
  };
  Attempt attempt;
  if (impl_->stored) {
    LW_TRY_ASSIGN(attempt, keep_begun(*impl_->stored, begun));
  } else {
    attempt = begun(impl_->attempts.next_id());
  }
  impl_->attempts.put(attempt, {});
  return AttemptTicket{attempt.attempt_id, std::move(sent.bytes)};
}

Result<void> Context::end_attempt(std::uint64_t attempt_id, const AttemptOutcome& outcome) {
  LW_TRY(impl_->refresh_attempts(attempt_id));
  // The reply is checked here, since the process that commits it may have the capability.
  const bool speaks_for_system = std::any_of(outcome.reply.begin(), outcome.reply.end(),
                                             [](const Component& block) { return tree::speaks_for_system(block); });
  if (speaks_for_system && !impl_->permissions.system) {
    return tree::needs_system("a reply of the role system or developer");
  }
  LW_TRY_ASSIGN(Attempt attempt, impl_->attempts.make_ended(attempt_id, outcome, cycle() + 1));
  if (!attempt.ended_at) {
    const std::int64_t last = std::max(attempt.started_at.value_or(0), impl_->attempts.last_time());
    attempt.ended_at = impl_->branch->working_state().time_after(last);
  }
  if (impl_->stored) LW_TRY(impl_->stored->write_attempt(attempt, outcome.reply));
  impl_->attempts.put(attempt, outcome.reply);
  return {};
}

std::vector<Attempt> Context::attempts() const { return impl_->attempts.all(); }

// Refuses to leave a head while an attempt on it has a reply. The reply belongs to the next commit on this head and
// would be lost.
Result<void> Context::Impl::check_no_reply_waits() {
  std::optional<std::uint64_t> waiting = answered_attempt();
  // Another process may have committed the reply.
  if (waiting) LW_TRY(refresh_attempts(waiting));
  waiting = answered_attempt();
  if (!waiting) return {};
  const std::string number = std::to_string(*waiting);
  return broken(kConflict,
                "the reply of attempt " + number + " can only be committed on the old head: cancel attempt " + number +
                    " before the rebase, and insert its reply if it is still wanted",
                Code::Conflict);
}

std::optional<std::uint64_t> Context::Impl::answered_attempt() const {
  const auto& stale_on = stored->stale_on();
  const CommitId base = stale_on ? stale_on->value_or(CommitId()) : head_id();
  for (const Attempt& attempt : attempts.all()) {
    const bool waits = engine::is_unbound(attempt) && attempt.parent == base;
    if (waits && !attempts.reply_to(attempt.attempt_id).empty()) return attempt.attempt_id;
  }
  return std::nullopt;
}

Result<void> Context::Impl::load_attempts() {
  LW_TRY_ASSIGN(attempts, stored->load_attempts());
  return {};
}

Result<bool> Context::Impl::refresh_attempts(std::optional<std::uint64_t> one) {
  if (!stored) return false;
  const SnapshotData* head = branch->head();
  const auto known = stored->first_attempt_of(head == nullptr ? 1 : head->cycle() + 1);
  std::uint64_t first = stored->first_unseen_attempt();
  if (known) first = std::min(first, *known);
  if (one && *one > 0) first = std::min(first, *one);
  return stored->refresh(attempts, first);
}

}  // namespace latewood
