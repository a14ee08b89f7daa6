#include "latewood/context.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "engine/access.h"
#include "engine/boundary.h"
#include "engine/context_impl.h"
#include "engine/node_view.h"
#include "render/profile.h"
#include "render/provider_thread.h"

namespace latewood {

using engine::Branch;
using history::SnapshotData;
using tree::Editor;

Result<void> Context::Impl::check_boundary(const tree::Tree& tree) const {
  const Attempt* sent = attempts.completed(tree.cycle);
  if (sent == nullptr) return {};
  return engine::check_sent(tree, *sent, branch->renders());
}

namespace {

tree::Permissions permissions_of(const ContextOptions& options) {
  return {options.system, options.demote_overlaps, options.actor};
}

ContextOptions with_clock(ContextOptions options) {
  if (!options.clock) options.clock = make_host_clock();
  return options;
}

}  // namespace

const char* to_string(AttemptStatus status) {
  switch (status) {
    case AttemptStatus::Running: return "running";
    case AttemptStatus::Completed: return "completed";
    case AttemptStatus::Canceled: return "canceled";
    case AttemptStatus::Error: return "error";
  }
  return "running";
}

Context::Context(ContextOptions options) : impl_(std::make_unique<Impl>()) {
  impl_->options = with_clock(std::move(options));
  impl_->permissions = permissions_of(impl_->options);
  impl_->branch = std::make_unique<Branch>(impl_->options.clock);
  impl_->branch->keeps_receipts = impl_->options.receipts.value_or(false);
  // Tokens are counted from the start, so that a budget can be set at any time.
  impl_->branch->set_policy(std::nullopt, impl_->options.tokens.get());
}

Context::Context(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Context::Context(ContextOptions options, std::unique_ptr<engine::Branch> branch) : impl_(std::make_unique<Impl>()) {
  impl_->options = with_clock(std::move(options));
  impl_->permissions = permissions_of(impl_->options);
  impl_->branch = std::move(branch);
  impl_->branch->keeps_receipts = impl_->options.receipts.value_or(false);
}

Result<Context> engine::Access::open(ContextOptions options, std::unique_ptr<StoredBranch> stored) {
  auto impl = std::make_unique<Context::Impl>();
  impl->options = std::move(options);
  impl->permissions = permissions_of(impl->options);
  impl->stored = std::move(stored);
  impl->stored->keeps_receipts = impl->options.receipts.value_or(true);
  LW_TRY_ASSIGN(impl->branch, impl->stored->open(impl->options.clock, impl->options.tokens.get()));
  LW_TRY(impl->load_attempts());
  return Context(std::move(impl));
}

engine::Branch& engine::Access::branch(const Context& context) { return *context.impl_->branch; }
TokenCounter* engine::Access::token_counter(const Context& context) { return context.impl_->options.tokens.get(); }
const tree::Permissions& engine::Access::permissions(const Context& context) { return context.impl_->permissions; }

Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;
Context::~Context() = default;

void Context::set_system(bool granted) { impl_->permissions.system = granted; }

Result<std::string> Context::insert(const Component& component, std::int64_t depth) {
  return impl_->branch->edit(impl_->permissions, [&](Editor& editor) { return editor.insert(component, depth); });
}

Result<std::string> Context::insert_under(const Component& component, std::string_view parent) {
  return impl_->branch->edit(impl_->permissions,
                             [&](Editor& editor) { return editor.insert_under(component, parent); });
}

Result<std::string> Context::replace(std::string_view id, const Replacement& replacement) {
  return impl_->branch->edit(impl_->permissions, [&](Editor& editor) {
    return editor.replace(id, replacement.content, replacement.attributes);
  });
}

Result<std::vector<std::string>> Context::delete_nodes(const std::vector<std::string>& ids) {
  return impl_->branch->edit(impl_->permissions, [&](Editor& editor) { return editor.delete_nodes(ids); });
}

Result<void> Context::detach(std::string_view id) {
  return impl_->branch->edit(impl_->permissions, [&](Editor& editor) { return editor.detach(id); });
}

Result<std::vector<std::string>> Context::move(const std::vector<std::string>& ids, std::int64_t depth) {
  return impl_->branch->edit(impl_->permissions, [&](Editor& editor) { return editor.move(ids, depth); });
}

Result<void> Context::reparent(std::string_view id, std::string_view parent) {
  return impl_->branch->edit(impl_->permissions, [&](Editor& editor) { return editor.reparent(id, parent); });
}

Result<void> Context::pin(std::string_view id) {
  return impl_->branch->edit(impl_->permissions, [&](Editor& editor) { return editor.pin(id); });
}

Result<void> Context::unpin(std::string_view id) {
  return impl_->branch->edit(impl_->permissions, [&](Editor& editor) { return editor.unpin(id); });
}

Result<std::vector<NodeView>> Context::working() const {
  return impl_->branch->checked<std::vector<NodeView>>(engine::views_of(impl_->branch->working(), cycle() + 1));
}

std::vector<std::string> Context::working_pins() const { return impl_->branch->working().pins(); }

Result<void> Context::reset() { return impl_->branch->reset(); }

Result<CommitReport> Context::commit(const CommitNote& note) {
  CommitNote signed_note = note;
  if (signed_note.actor.empty()) signed_note.actor = impl_->options.actor;
  const auto check = [this](const tree::Tree& tree) { return impl_->check_boundary(tree); };
  LW_TRY(impl_->mark_events());
  LW_TRY_ASSIGN(const SnapshotData* snapshot,
                impl_->branch->commit(check, impl_->attempts.reply(), impl_->permissions, signed_note));
  impl_->attempts.forget_reply();
  return snapshot->report();
}

Result<void> Context::set_policy(std::optional<PrunePolicy> policy) {
  if (policy) {
    for (const auto& budget : {policy->bytes, policy->tokens, policy->turns}) {
      if (budget && budget->target > budget->trigger) {
        return broken(kOptionInvalid, "target " + std::to_string(budget->target) + " is above trigger " +
                                          std::to_string(budget->trigger));
      }
    }
    if (policy->tokens && !impl_->options.tokens)
      return broken(kOptionInvalid, "a budget in tokens needs a token counter");
  }
  if (impl_->stored) LW_TRY(impl_->stored->keep_policy(policy));
  impl_->branch->set_policy(std::move(policy), impl_->options.tokens.get());
  return {};
}

std::optional<PrunePolicy> Context::policy() const { return impl_->branch->policy(); }

Result<CommitReport> Context::preview_report() const {
  LW_TRY_ASSIGN(engine::Branch::NextCommit next, impl_->branch->preview_commit());
  return std::move(next.report);
}

Result<std::string> Context::preview() const {
  LW_TRY_ASSIGN(const tree::Tree tree, impl_->branch->preview());
  return impl_->branch->checked<std::string>(render::provider_thread(tree, &impl_->branch->renders()));
}

Result<Rendered> Context::preview(std::string_view profile, const RenderOptions& options) const {
  LW_TRY_ASSIGN(const tree::Tree tree, impl_->branch->preview());
  return impl_->branch->checked(render::render_profile(tree, profile, options, &impl_->branch->renders()));
}

Result<AttemptTicket> Context::begin_attempt(const AttemptRequest& request) {
  LW_TRY(check_json(request.params));
  engine::Sent sent;
  if (!request.profile.empty()) {
    LW_TRY_ASSIGN(sent.profile, find_profile(request.profile));
  }
  LW_TRY_ASSIGN(const tree::Tree tree, impl_->branch->preview());
  LW_TRY_ASSIGN(sent.bytes, engine::sent_bytes(tree, sent.profile, request.render, impl_->branch->renders()));
  LW_TRY(impl_->branch->check_read());
  std::uint64_t id = impl_->attempts.next_id();
  if (impl_->stored) {
    LW_TRY_ASSIGN(id, impl_->stored->next_attempt());
  }
  const Attempt attempt = engine::Attempts::begun(id, request, cycle() + 1, sent);
  if (impl_->stored) LW_TRY(impl_->stored->keep_attempt(attempt, {}, store::LogMode::Append));
  impl_->attempts.keep(attempt, {});
  return AttemptTicket{id, std::move(sent.bytes)};
}

Result<void> Context::end_attempt(std::uint64_t attempt_id, const AttemptOutcome& outcome) {
  LW_TRY_ASSIGN(const Attempt attempt, impl_->attempts.ended(attempt_id, outcome, cycle() + 1));
  if (impl_->stored) LW_TRY(impl_->stored->keep_attempt(attempt, outcome.reply, store::LogMode::Replace));
  impl_->attempts.keep(attempt, outcome.reply);
  return {};
}

std::vector<Attempt> Context::attempts() const { return impl_->attempts.all(); }

std::uint64_t Context::cycle() const {
  const SnapshotData* head = impl_->branch->head();
  return head == nullptr ? 0 : head->cycle();
}

Result<Snapshot> Context::back(std::uint64_t commits) const {
  const SnapshotData* head = impl_->branch->head();
  const std::uint64_t kept = head == nullptr ? 0 : head->position + 1;
  if (commits >= kept) {
    return broken(kSnapshotNotFound, std::to_string(commits) + " commits back of " + std::to_string(kept),
                  Code::NotFound);
  }
  const SnapshotData& found = history::ancestor(*head, commits);
  LW_TRY(impl_->branch->check_read());
  if (found.is_collected()) {
    return broken(kSnapshotCollected, "the snapshot " + std::to_string(commits) + " commits back was collected",
                  Code::NotFound);
  }
  return Snapshot(impl_->branch->lifetime(), &found);
}

// Cycles ascend, but those of an imported history may leave some out.
Result<Snapshot> Context::at(std::uint64_t cycle) const {
  const SnapshotData* head = impl_->branch->head();
  const SnapshotData* found = head == nullptr ? nullptr : history::find_cycle(*head, cycle);
  LW_TRY(impl_->branch->check_read());
  const bool is_kept = found != nullptr && !found->is_collected();
  if (is_kept) return Snapshot(impl_->branch->lifetime(), found);
  if (head != nullptr && cycle < head->cycle() && history::is_before_kept(*head, cycle)) {
    return broken(kSnapshotCollected, "the snapshot of cycle " + std::to_string(cycle) + " was collected",
                  Code::NotFound);
  }
  return broken(kSnapshotNotFound, "there is no cycle " + std::to_string(cycle), Code::NotFound);
}

Result<void> Context::rebase() {
  if (!impl_->stored) return {};
  const std::optional<EventRef> cause = impl_->branch->cause;
  LW_TRY_ASSIGN(impl_->branch, impl_->stored->rebase(impl_->options.clock, impl_->options.tokens.get()));
  impl_->branch->cause = cause;
  return impl_->load_attempts();
}

Result<void> Context::Impl::load_attempts() {
  const SnapshotData* head = branch->head();
  LW_TRY_ASSIGN(engine::StoredBranch::KeptAttempts kept,
                stored->load_attempts(head == nullptr ? 1 : head->cycle() + 1));
  attempts = engine::Attempts(std::move(kept.attempts), std::move(kept.reply));
  return {};
}

Result<Context> Context::fork(std::uint64_t cycle) const {
  LW_TRY_ASSIGN(const Snapshot snapshot, at(cycle));
  auto impl = std::make_unique<Impl>();
  impl->options = impl_->options;
  impl->permissions = impl_->permissions;
  impl->branch = impl_->branch->fork(*snapshot.data_);
  impl->branch->keeps_receipts = impl->options.receipts.value_or(false);
  impl->stream_origin = impl_->stream_origin;
  if (impl_->streams) impl->stream_origin = impl_->streams->origin();
  if (impl_->stored) impl->stream_origin = {impl_->stored->place().store, impl_->stored->place().context};
  return Context(std::move(impl));
}

}  // namespace latewood
