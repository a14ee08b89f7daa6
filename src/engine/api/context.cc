#include "latewood/context.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "engine/api/commit_summary.h"
#include "engine/api/context_impl.h"
#include "engine/api/system_said.h"
#include "engine/branch/access.h"
#include "engine/branch/commit.h"
#include "engine/branch/warnings.h"
#include "engine/query/node_view.h"
#include "engine/session/boundary.h"
#include "history/time_reference.h"
#include "render/profile.h"
#include "render/provider_thread.h"
#include "store/retry.h"
#include "tree/edit/pins.h"
#include "tree/edit/refusal.h"
#include "tree/edit/system_text.h"
#include "tree/placement.h"

namespace latewood {

using engine::Branch;
using history::SnapshotData;
using tree::Editor;

void Context::Impl::warn_of(const Error& error) const { engine::warn_of_collision(error, options.warn); }

void Context::Impl::warn_of_deferred(const CommitReport& report) const {
  for (const std::string& id : report.deferred) warn(engine::deferred_warning(id, report.cycle));
}

void Context::Impl::warn_of_order(const Result<std::string>& inserted) const {
  const auto& policy = branch->policy();
  if (!inserted || !policy || !policy->stable_order || branch->head() == nullptr) return;
  const auto place = branch->find_working(*inserted);
  if (place && place->region != tree::Region::Ah) warn(engine::order_warning(*inserted));
}

CommitId Context::Impl::head_id() const {
  const SnapshotData* head = branch->head();
  return head == nullptr ? CommitId() : head->commit_id();
}

const Attempt* Context::Impl::waiting_attempt() const {
  if (attempts.all().empty()) return nullptr;
  const SnapshotData* head = branch->head();
  return attempts.find_waiting(head == nullptr ? 1 : head->cycle() + 1, head_id());
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
  // Tokens are counted from the first commit on, so that a budget can be set at any time.
  impl_->branch = std::make_unique<Branch>(engine::memory_setup(impl_->options));
}

Context::Context(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Context::Context(ContextOptions options, std::unique_ptr<engine::Branch> branch) : impl_(std::make_unique<Impl>()) {
  impl_->options = with_clock(std::move(options));
  impl_->permissions = permissions_of(impl_->options);
  impl_->branch = std::move(branch);
}

Result<Context> engine::Access::open(ContextOptions options, std::unique_ptr<StoredBranch> stored) {
  auto impl = std::make_unique<Context::Impl>();
  impl->options = std::move(options);
  impl->permissions = permissions_of(impl->options);
  impl->stored = std::move(stored);
  LW_TRY_ASSIGN(impl->branch, impl->stored->open(impl->options.clock, impl->options.tokens.get()));
  impl->permissions.demote = impl->stored->overlaps() == Overlaps::Demote;
  if (const auto& damage = impl->stored->damage()) impl->warn(damage_warning(*damage));
  LW_TRY(impl->load_attempts());
  return Context(std::move(impl));
}

Context engine::Access::context(ContextOptions options, std::unique_ptr<Branch> branch) {
  return Context(std::move(options), std::move(branch));
}

engine::Branch& engine::Access::branch(const Context& context) { return *context.impl_->branch; }
TokenCounter* engine::Access::token_counter(const Context& context) { return context.impl_->options.tokens.get(); }
const tree::Permissions& engine::Access::permissions(const Context& context) { return context.impl_->permissions; }
const WarningSink& engine::Access::warning_sink(const Context& context) { return context.impl_->options.warn; }

Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;
Context::~Context() = default;

void Context::set_system(bool granted) { impl_->permissions.system = granted; }

void Context::set_restore_purged(bool allowed) {
  if (impl_->stored) impl_->stored->set_purged(allowed ? store::Purged::Restore : store::Purged::Refuse);
}

void Context::set_actor(std::string actor) {
  impl_->permissions.actor = actor;
  impl_->options.actor = std::move(actor);
}

namespace {

// Checks the id of a new block. A duplicate id is reported before an invalid form.
Result<void> check_own_id(const Branch& branch, const Component& component) {
  if (!component.id || branch.find_working(*component.id)) return {};
  return tree::check_own_id(*component.id);
}

}  // namespace

Result<std::string> Context::insert(const Component& component, std::int64_t depth) {
  LW_TRY(check_own_id(*impl_->branch, component));
  auto inserted = impl_->edit([&](Editor& editor) { return editor.insert(component, depth); });
  impl_->warn_of_order(inserted);
  return inserted;
}

Result<std::string> Context::insert_system(const Component& component) { return insert(component, -1); }

Result<std::string> Context::insert_under(const Component& component, std::string_view parent) {
  LW_TRY(check_own_id(*impl_->branch, component));
  auto inserted = impl_->edit([&](Editor& editor) { return editor.insert_under(component, parent); });
  impl_->warn_of_order(inserted);
  return inserted;
}

Result<std::string> Context::replace(std::string_view id, const Replacement& replacement) {
  return impl_->edit([&](Editor& editor) { return editor.replace(id, replacement); });
}

Result<std::vector<std::string>> Context::delete_nodes(const std::vector<std::string>& ids) {
  return impl_->edit([&](Editor& editor) { return editor.delete_nodes(ids); });
}

Result<void> Context::detach(std::string_view id) {
  return impl_->edit([&](Editor& editor) { return editor.detach(id); });
}

Result<std::vector<std::string>> Context::move(const std::vector<std::string>& ids, std::int64_t depth) {
  return impl_->edit([&](Editor& editor) { return editor.move(ids, depth); });
}

Result<void> Context::reparent(std::string_view id, std::string_view parent) {
  return impl_->edit([&](Editor& editor) { return editor.reparent(id, parent); });
}

Result<void> Context::pin(std::string_view id, const std::optional<std::string>& holder) {
  return impl_->edit([&](Editor& editor) { return editor.pin(id, holder); });
}

Result<void> Context::unpin(std::string_view id, const std::optional<std::string>& holder) {
  return impl_->edit([&](Editor& editor) { return editor.unpin(id, holder); });
}

Result<std::vector<NodeView>> Context::working() const {
  return impl_->branch->checked<std::vector<NodeView>>(engine::views_of(impl_->branch->working(), cycle() + 1));
}

std::vector<std::string> Context::working_pins() const { return tree::pinned_ids(impl_->branch->working().pins()); }

std::vector<Pin> Context::working_pin_holders() const { return impl_->branch->working().pins(); }

Result<void> Context::reset() {
  if (!impl_->permissions.system) LW_TRY(engine::check_reset(*this));
  LW_TRY(impl_->branch->reset());
  impl_->held.reset();
  impl_->pin_held();
  return {};
}

namespace {
// An error if the actor or the message is not UTF-8.
Result<void> check_note(const CommitNote& note) {
  for (const auto& [name, text] : {std::pair("actor", &note.actor), std::pair("message", &note.message)}) {
    const auto checked = check_text(*text);
    if (checked) continue;
    Error error = checked.error();
    error.message = "the " + std::string(name) + " of a commit: " + error.message;
    return error;
  }
  return {};
}

}  // namespace

Result<CommitReport> Context::commit(const CommitNote& note, const CommitOptions& options) {
  if (options.summarize) return engine::commit_with_summary(*this, note, options);
  CommitNote signed_note = note;
  if (signed_note.actor.empty()) signed_note.actor = impl_->options.actor;
  LW_TRY(check_note(signed_note));
  LW_TRY(impl_->mark_events());
  LW_TRY(impl_->refresh_attempts());
  // Tries again only if another process began or ended an attempt meanwhile: its reply becomes part of a commit.
  const auto has_new_attempts = [this](const Error& error) -> Result<bool> {
    if (!impl_->stored || !store::is_refused_write(error)) return false;
    return impl_->refresh_attempts();
  };
  return store::retry_on_conflict([&] { return impl_->commit(signed_note, options); }, has_new_attempts);
}

Result<CommitReport> Context::Impl::commit(const CommitNote& note, const CommitOptions& commit_options) {
  // The boundary: the snapshot must render to the bytes that were sent (D-12).
  const Attempt* sent = waiting_attempt();
  const auto check = [this, sent](const tree::Tree& tree) -> Result<void> {
    return sent == nullptr ? Result<void>() : engine::check_boundary(tree, *sent, branch->renders());
  };
  const std::vector<Component> reply = sent == nullptr ? std::vector<Component>() : attempts.reply_to(sent->attempt_id);
  if (stored) {
    stored->set_sent(sent == nullptr ? std::nullopt
                                     : std::optional(engine::LoggedAttempt{stored->name(), *sent, reply}));
  }
  LW_TRY_ASSIGN(const SnapshotData* snapshot, retry_without_pages([&] {
                  return branch->commit({check, reply, permissions, note, commit_options});
                }));
  if (sent != nullptr) attempts.bind(sent->attempt_id, snapshot->commit_id());
  held.settle();
  if (stored) note_figures();
  CommitReport report = snapshot->report();
  warn_of_deferred(report);
  return report;
}

Result<void> Context::set_policy(std::optional<PrunePolicy> policy) {
  LW_TRY(engine::check_policy(policy, impl_->options.tokens.get()));
  if (policy && policy->prune_system && !impl_->permissions.system) {
    return tree::needs_system("a policy that prunes the system region");
  }
  if (impl_->stored) LW_TRY(impl_->stored->write_policy(policy));
  impl_->branch->set_policy(std::move(policy));
  return {};
}

std::optional<PrunePolicy> Context::policy() const { return impl_->branch->policy(); }

Result<void> Context::set_overlaps(Overlaps overlaps) {
  if (impl_->stored) LW_TRY(impl_->stored->write_overlaps(overlaps));
  impl_->permissions.demote = overlaps == Overlaps::Demote;
  return {};
}

Overlaps Context::overlaps() const { return impl_->permissions.demote ? Overlaps::Demote : Overlaps::Refuse; }

Result<CommitReport> Context::preview_report() const {
  LW_TRY_ASSIGN(engine::Preview next, impl_->branch->preview());
  return std::move(next.report);
}

Result<std::string> Context::preview() const {
  LW_TRY_ASSIGN(const engine::Preview next, impl_->branch->preview());
  const tree::Tree& tree = next.tree;
  return impl_->branch->checked<std::string>(render::provider_thread(tree, &impl_->branch->renders()));
}

Result<Rendered> Context::preview(std::string_view profile, const RenderOptions& options) const {
  LW_TRY_ASSIGN(const engine::Preview next, impl_->branch->preview());
  const tree::Tree& tree = next.tree;
  return impl_->branch->checked(render::render_profile(tree, profile, options, &impl_->branch->renders()));
}

Result<std::string> Context::preview_under(const std::optional<PrunePolicy>& tried) const {
  return impl_->run_under(tried, [this] { return preview(); });
}

Result<Rendered> Context::preview_under(const std::optional<PrunePolicy>& tried, std::string_view profile,
                                        const RenderOptions& options) const {
  return impl_->run_under(tried, [&] { return preview(profile, options); });
}

Result<CommitReport> Context::preview_report_under(const std::optional<PrunePolicy>& tried) const {
  return impl_->run_under(tried, [this] { return preview_report(); });
}

std::uint64_t Context::cycle() const {
  const SnapshotData* head = impl_->branch->head();
  return head == nullptr ? 0 : head->cycle();
}

Result<Snapshot> Context::Impl::from_before_collected(const history::Moment& moment) const {
  LW_TRY_ASSIGN(const SnapshotData* kept, history::resolve(moment, history::Timeline(branch->head())));
  return engine::Access::snapshot(*branch, *kept);
}

Result<Snapshot> Context::back(std::uint64_t commits) const {
  const SnapshotData* head = impl_->branch->head();
  const std::uint64_t kept = head == nullptr ? 0 : head->position + 1;
  if (commits >= kept) {
    return broken(
        kSnapshotNotFound,
        "there is no commit " + std::to_string(commits) + " before the head: the branch has " + std::to_string(kept),
        Code::NotFound);
  }
  const SnapshotData& found = history::ancestor(*head, commits);
  LW_TRY(impl_->branch->check_read());
  if (found.is_collected()) return impl_->from_before_collected({history::TimeKind::Relative, commits});
  return Snapshot(impl_->branch->life(), &found);
}

// Searches by cycle, not by position: cycles of an imported history may have gaps.
Result<Snapshot> Context::at(std::uint64_t cycle) const {
  const SnapshotData* head = impl_->branch->head();
  const SnapshotData* found = head == nullptr ? nullptr : history::find_cycle(*head, cycle);
  LW_TRY(impl_->branch->check_read());
  const bool is_kept = found != nullptr && !found->is_collected();
  if (is_kept) return Snapshot(impl_->branch->life(), found);
  if (head != nullptr && cycle < head->cycle() && history::is_before_kept(*head, cycle)) {
    return impl_->from_before_collected({history::TimeKind::Absolute, cycle});
  }
  return broken(kSnapshotNotFound, "there is no cycle " + std::to_string(cycle), Code::NotFound);
}

Result<void> Context::rebase() {
  if (!impl_->stored) return {};
  LW_TRY(impl_->check_no_reply_waits());
  const std::optional<EventRef> cause = impl_->branch->working_state().cause();
  const engine::PendingAdmission admitted = impl_->branch->working_state().admission();
  const bool was_damaged = damage().has_value();
  LW_TRY_ASSIGN(impl_->branch, impl_->stored->rebase(impl_->options.clock, impl_->options.tokens.get(), admitted));
  if (!was_damaged && damage()) impl_->warn(engine::damage_warning(*damage()));
  impl_->branch->working_state().set_cause(cause);
  impl_->permissions.demote = impl_->stored->overlaps() == Overlaps::Demote;
  impl_->pin_held();
  return impl_->load_attempts();
}

bool Context::Impl::reread(const Error& error) {
  // The store does not have the edits of a group yet, so reading the branch anew would lose them.
  if (stored->holds_edits()) return false;
  std::optional<std::string> damage;
  if (!engine::is_collected_page(error)) damage = error.message;
  auto whole = stored->reread(options.clock, options.tokens.get(), damage);
  if (!whole) return false;
  if (damage) warn(engine::damage_warning(*damage));
  // Carries over the parts of the working state that are not in the store.
  const engine::WorkingState& before = branch->working_state();
  engine::WorkingState& working = (*whole)->working_state();
  working.set_cause(before.cause());
  working.set_events(before.events());
  if (working.admission().bytes.empty()) working.set_admission(before.admission());
  branch = *std::move(whole);
  return true;
}

std::optional<std::string> Context::damage() const { return impl_->stored ? impl_->stored->damage() : std::nullopt; }

std::uint64_t Context::stale_edits() const { return impl_->stored ? impl_->stored->stale_edits() : 0; }

Result<Context> Context::fork(std::uint64_t cycle) const {
  LW_TRY_ASSIGN(const Snapshot snapshot, at(cycle));
  auto impl = std::make_unique<Impl>();
  impl->options = impl_->options;
  impl->permissions = impl_->permissions;
  impl->branch = impl_->branch->fork(*snapshot.data_, engine::memory_setup(impl->options).receipts);
  impl->stream_origin = impl_->stream_origin;
  if (impl_->streams) impl->stream_origin = impl_->streams->origin();
  if (impl_->stored) impl->stream_origin = {impl_->stored->place().store, impl_->stored->place().context};
  return Context(std::move(impl));
}

}  // namespace latewood
