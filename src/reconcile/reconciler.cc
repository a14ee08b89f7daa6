#include <algorithm>
#include <map>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/reconcile.h"
#include "reconcile/choice.h"
#include "reconcile/context_lines.h"
#include "reconcile/placement.h"
#include "reconcile/recorded_call.h"
#include "reconcile/request.h"
#include "store/retry.h"

namespace latewood {

using reconcile::ContextLines;
using reconcile::Request;

struct Reconciler::Impl {
  Repository repository;
  ReconcilerOptions options;
  reconcile::UnitReader reader;
  std::map<std::string, ContextLines, std::less<>> contexts = {};

  ContextOptions context_options() const {
    ContextOptions made;
    made.clock = options.clock;
    made.actor = options.actor;
    made.system = options.system;
    return made;
  }

  std::string permitted(std::string name) const {
    return name.starts_with(options.context_prefix) ? name : options.context_prefix + name;
  }

  Result<ContextLines*> lines_of(const std::string& name);
  Result<bool> is_current(ContextLines& lines) const;
  Result<Reconciled> place(const std::string& name, const Request& request, const CommitNote& note,
                           const std::vector<MaskedText>& masked);
  Result<Reconciled> place_aside(const std::string& name, const Request& request, const CommitNote& note,
                                 const std::vector<MaskedText>& masked, const std::string& why);
};

// Whether no other process has changed a branch that is known, or made one.
Result<bool> Reconciler::Impl::is_current(ContextLines& lines) const {
  LW_TRY_ASSIGN(const std::vector<BranchInfo> stored, repository.branches(lines.name()));
  const std::vector<std::string> known = lines.branches();
  if (stored.size() != known.size()) return false;
  for (const BranchInfo& branch : stored) {
    if (!lines.is_head({branch.name, branch.cycle, 0, false})) return false;
    if (branch.is_current != (branch.name == lines.current())) return false;
  }
  LW_TRY_ASSIGN(const bool is_behind, lines.is_behind(lines.current()));
  return !is_behind;
}

Result<ContextLines*> Reconciler::Impl::lines_of(const std::string& name) {
  constexpr std::size_t kMostContexts = 64;
  const auto known = contexts.find(name);
  if (known != contexts.end()) {
    LW_TRY_ASSIGN(const bool is_fresh, is_current(known->second));
    if (is_fresh) return &known->second;
    contexts.erase(known);
  }
  if (contexts.size() >= kMostContexts) contexts.clear();
  LW_TRY_ASSIGN(ContextLines lines, ContextLines::load(repository, name, context_options(), reader));
  return &contexts.insert_or_assign(name, std::move(lines)).first->second;
}

Result<Reconciled> Reconciler::Impl::place(const std::string& name, const Request& request, const CommitNote& note,
                                           const std::vector<MaskedText>& masked) {
  LW_TRY_ASSIGN(ContextLines* const lines, lines_of(name));
  LW_TRY_ASSIGN(const reconcile::Choice choice, choose(*lines, request));
  if (choice.kind != ReconcileKind::SideRequest) return reconcile::place(*lines, reader, request, choice, note, masked);
  return place_aside(name, request, note, masked, choice.reason);
}

// The first side context that the request fits, or that does not exist yet.
Result<Reconciled> Reconciler::Impl::place_aside(const std::string& name, const Request& request,
                                                 const CommitNote& note, const std::vector<MaskedText>& masked,
                                                 const std::string& why) {
  const std::string wish = permitted(reconcile::side_context(name, request));
  LW_TRY(check_context_name(wish));
  for (std::uint64_t number = 1;; ++number) {
    const std::string side = number == 1 ? wish : wish + "-" + std::to_string(number);
    if (side == name) continue;
    LW_TRY_ASSIGN(const bool is_new, reconcile::make_context(repository, side));
    LW_TRY_ASSIGN(ContextLines* const lines, lines_of(side));
    LW_TRY_ASSIGN(const reconcile::Choice choice, choose(*lines, request));
    if (choice.kind == ReconcileKind::SideRequest) continue;
    LW_TRY_ASSIGN(Reconciled done, reconcile::place(*lines, reader, request, choice, note, masked));
    done.side_of = name;
    done.is_new_context = is_new;
    if (done.kind == ReconcileKind::First) {
      done.kind = ReconcileKind::SideRequest;
      done.reason = why;
    }
    return done;
  }
}

Reconciler::Reconciler(Repository repository, ReconcilerOptions options)
    : impl_(std::make_unique<Impl>(Impl{std::move(repository), options, reconcile::UnitReader(options.masked)})) {}
Reconciler::Reconciler(Reconciler&&) noexcept = default;
Reconciler& Reconciler::operator=(Reconciler&&) noexcept = default;
Reconciler::~Reconciler() = default;

Result<Reconciled> Reconciler::reconcile(std::string_view body, const ReconcileOptions& options) {
  LW_TRY_ASSIGN(reconcile::ReadRequest read, reconcile::read_request(body, options.format, impl_->reader));
  std::string name = options.context;
  if (name.empty() && !options.session.empty()) name = context_of_session("session", options.session);
  if (name.empty()) name = read.session;
  if (name.empty()) name = reconcile::context_of_root(read.request);
  if (options.context.empty()) name = impl_->permitted(std::move(name));
  LW_TRY(check_context_name(name));
  LW_TRY_ASSIGN(const bool is_new, reconcile::make_context(impl_->repository, name));
  const auto once = [&] { return impl_->place(name, read.request, options.note, read.masked); };
  // Another writer was first: what it wrote is read, and the request is compared again.
  const auto may_repeat = [&](const Error& error) -> Result<bool> {
    impl_->contexts.clear();
    return error.rule == kConflict;
  };
  auto done = store::retry_on_conflict(once, may_repeat);
  if (!done) {
    impl_->contexts.clear();
    // A context that was made for a request that is refused goes again.
    if (is_new) {
      const auto contents = impl_->repository.context_contents(name);
      if (contents && contents->is_empty())
        ignore(impl_->repository.delete_context(name), "the request's error counts");
    }
    return done;
  }
  done->format = read.format;
  done->masked = std::move(read.masked);
  if (done->side_of.empty()) done->is_new_context = is_new;
  return done;
}

Result<std::string> Reconciler::record_call(const Reconciled& done, const AttemptRequest& sent,
                                            const AttemptOutcome& outcome) {
  const auto once = [&]() -> Result<std::string> {
    LW_TRY_ASSIGN(ContextLines* const lines, impl_->lines_of(done.context));
    return reconcile::record_call(*lines, impl_->reader, done, sent, outcome);
  };
  auto recorded = once();
  if (!recorded) impl_->contexts.clear();
  return recorded;
}

Result<Context*> Reconciler::context_of(const Reconciled& done) {
  LW_TRY_ASSIGN(ContextLines* const lines, impl_->lines_of(done.context));
  LW_TRY_ASSIGN(reconcile::OpenLine* const opened, lines->open(done.branch));
  return &opened->context;
}

}  // namespace latewood
