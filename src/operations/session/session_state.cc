#include "operations/session/session_state.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "operations/session/reach.h"
#include "operations/table/table.h"

namespace latewood::operations {
namespace {

// How often an edit is repeated at most. Every repetition means that another writer succeeded.
constexpr int kMostTries = 200;
// The wait before a repetition doubles up to this many milliseconds.
constexpr int kLongestWait = 32;

void wait_before_try(int tries) {
  const int wait = std::min(kLongestWait, 1 << std::min(tries / 4, 5));
  if (tries > 1) std::this_thread::sleep_for(std::chrono::milliseconds(wait));
}

Error document_only() { return broken(kOptionInvalid, "this session reads a document; there is no store to use"); }

std::string id_or_none(const std::optional<CommitId>& id) { return id ? id->hex() : "no commit"; }

std::optional<CommitId> head_of(const Context& context) {
  const auto latest = context.latest();
  return latest ? std::optional(latest->commit_id()) : std::nullopt;
}

// E_CONFLICT with both ids if the branch is not where the caller expects it.
Result<void> check_parent(const Context& context, const Arguments& arguments) {
  const JsonValue* expected = arguments.find("expected_parent");
  if (expected == nullptr) return {};
  const std::optional<CommitId> head = head_of(context);
  const std::string named = expected->is_null() ? std::string() : *expected->as_string();
  const bool is_there = head ? named == head->hex() : expected->is_null();
  if (is_there) return {};
  return broken(kConflict, "the branch is at " + id_or_none(head) + ", not at " + (named.empty() ? "no commit" : named),
                Code::Conflict);
}

}  // namespace

// The password is in USER:PASSWORD@, or in a parameter `password`.
std::string store_name(const std::string& url) {
  std::string name = url;
  const std::size_t start = name.find("://");
  if (start == std::string::npos) return name;
  const std::size_t end = std::min(name.find('/', start + 3), name.size());
  const std::size_t at = name.find('@', start);
  const std::size_t colon = name.find(':', start + 3);
  if (at < end && colon < at) name.erase(colon, at - colon);
  constexpr std::string_view kParameter = "password=";
  for (std::size_t found = name.find(kParameter); found != std::string::npos; found = name.find(kParameter, found)) {
    found += kParameter.size();
    name.replace(found, std::min(name.find('&', found), name.size()) - found, "***");
  }
  return name;
}

SessionState::SessionState(std::string url, SessionOptions options)
    : shared_(std::make_shared<SharedStore>(options.open_contexts)), options_(std::move(options)) {
  shared_->url = std::move(url);
}

SessionState::SessionState(Repository repository, SessionOptions options)
    : shared_(std::make_shared<SharedStore>(options.open_contexts)), options_(std::move(options)) {
  shared_->repository = std::move(repository);
}

SessionState::SessionState(Context document, SessionOptions options)
    : shared_(std::make_shared<SharedStore>(0)), options_(std::move(options)) {
  shared_->document = std::make_shared<const Context>(std::move(document));
}

SessionState::SessionState(const SessionState& other, const CallerRights& rights)
    : shared_(other.shared_), options_(other.options_) {
  options_.scope = std::min(options_.scope, rights.scope);
  options_.system = std::min(options_.system, rights.system);
  options_.context_prefix = common_prefix(options_.context_prefix, rights.context_prefix);
  if (!rights.actor.empty()) options_.actor = rights.actor;
}

// ---- the store ----

namespace {

// A missing store is the first error that a new user sees, so it names the way out.
Error without_store(Error error, const std::string& url) {
  if (error.code != Code::NotFound) return error;
  error.message = "there is no store at " + store_name(url);
  error.hint = "`init` creates one";
  return error;
}

}  // namespace

Result<Repository*> SessionState::open_store(store::Missing missing) {
  if (shared_->document) return document_only();
  const std::lock_guard lock(shared_->opening);
  if (!shared_->repository) {
    store::StoreOptions options;
    options.missing = missing;
    options.access = options_.scope == Scope::Read ? store::Access::ReadOnly : store::Access::ReadWrite;
    auto opened = Repository::open(shared_->url, options);
    if (!opened) return without_store(std::move(opened).error(), shared_->url);
    shared_->repository.emplace(*std::move(opened));
  }
  return &*shared_->repository;
}

Result<Repository*> SessionState::repository() { return open_store(store::Missing::Refuse); }
Result<Repository*> SessionState::create_repository() { return open_store(store::Missing::Create); }

// ---- names and settings ----

std::optional<std::string> SessionState::named_context(const Arguments& arguments) const {
  if (auto named = arguments.find_text("context")) return named;
  return options_.context.empty() ? std::nullopt : std::optional(options_.context);
}

Result<std::string> SessionState::context_name(const Arguments& arguments) {
  if (auto named = named_context(arguments)) return *std::move(named);
  LW_TRY_ASSIGN(const Repository* const store, repository());
  // A caller of some contexts only learns no other names.
  if (!options_.context_prefix.empty()) return set_context(arguments);
  return shared_->facts.default_context(*store);
}

Result<std::string> SessionState::set_context(const Arguments& arguments) {
  if (auto named = named_context(arguments)) return *std::move(named);
  LW_TRY_ASSIGN(const Repository* const store, repository());
  LW_TRY_ASSIGN(const Settings settings, shared_->facts.settings(*store));
  return settings.context.value_or("main");
}

Result<Settings> SessionState::settings_of(const std::string& context) {
  LW_TRY_ASSIGN(const Repository* const store, repository());
  LW_TRY_ASSIGN(Settings own, shared_->facts.settings(*store, context));
  LW_TRY_ASSIGN(const Settings shared, shared_->facts.settings(*store));
  return with_fallback(std::move(own), shared);
}

Result<std::string> SessionState::branch_name(const Repository& repository, const std::string& context,
                                              const Arguments& arguments) {
  if (auto named = arguments.find_text("branch")) return *std::move(named);
  if (!options_.branch.empty()) return options_.branch;
  return shared_->facts.current_branch(repository, context);
}

namespace {

std::optional<std::string> profile_or_none(std::string name) {
  return name.empty() ? std::nullopt : std::optional(std::move(name));
}

}  // namespace

Result<std::optional<std::string>> SessionState::profile_name(const ReadHistory& history, const Arguments& arguments) {
  if (auto named = arguments.find_text("profile")) return profile_or_none(*std::move(named));
  if (!options_.profile.empty() || history.repository() == nullptr) return profile_or_none(options_.profile);
  LW_TRY_ASSIGN(const Settings settings, settings_of(history.context_name()));
  return profile_or_none(settings.profile.value_or(""));
}

Result<std::optional<std::string>> SessionState::profile_for(const Arguments& arguments) {
  if (auto named = arguments.find_text("profile")) return profile_or_none(*std::move(named));
  if (!options_.profile.empty()) return profile_or_none(options_.profile);
  LW_TRY_ASSIGN(const std::string context, context_name(arguments));
  LW_TRY_ASSIGN(const Settings settings, settings_of(context));
  return profile_or_none(settings.profile.value_or(""));
}

Result<std::string> SessionState::actor_name(const std::string& context, const Arguments& arguments) {
  if (auto named = arguments.find_text("actor")) return *std::move(named);
  if (!options_.actor.empty()) return options_.actor;
  LW_TRY_ASSIGN(const Settings settings, settings_of(context));
  return settings.actor.value_or("");
}

// ---- open contexts ----

ContextOptions SessionState::context_options() const {
  ContextOptions options;
  options.clock = options_.clock;
  options.actor = options_.actor;
  options.system = options_.system == SystemText::Allow;
  options.warn = options_.warn;
  options.tokens = options_.tokens;
  return options;
}

Result<std::shared_ptr<Context>> SessionState::open_context(Repository& repository, const OpenBranch& entry) const {
  OpenOptions options;
  options.branch = entry.branch;
  options.create = false;
  options.context = context_options();
  auto opened = repository.open_context(entry.context_name, options);
  if (!opened) return with_hint(repository, {entry.context_name, entry.branch, {}}, std::move(opened).error());
  return std::make_shared<Context>(*std::move(opened));
}

// The context as the store has it now. Needs the lock of the entry.
Result<void> SessionState::refresh(Repository& repository, OpenBranch& entry) {
  // Taken before the comparison: what is written meanwhile has another mark.
  std::string mark = shared_->facts.mark();
  if (entry.context) {
    if (!mark.empty() && entry.fresh_at == mark) return {};
    const auto is_behind = entry.context->is_behind();
    if (is_behind && !*is_behind) {
      entry.fresh_at = std::move(mark);
      return {};
    }
    // A branch that cannot be read any more, or another one of its name, is opened anew: that names the fault.
    entry.context.reset();
  }
  LW_TRY_ASSIGN(entry.context, open_context(repository, entry));
  entry.fresh_at = std::move(mark);
  return {};
}

void SessionState::note_mark() {
  Repository* opened = nullptr;
  {
    const std::lock_guard lock(shared_->opening);
    if (shared_->repository) opened = &*shared_->repository;
  }
  if (opened != nullptr) shared_->facts.compare(*opened);
}

// ---- reading ----

Result<ReadHistory> SessionState::read(const Arguments& arguments) {
  ReadHistory history;
  history.options_ = context_options();
  if (shared_->document) {
    for (const char* name : {"context", "branch", "at"}) {
      if (arguments.has(name)) return broken(kOptionInvalid, "a document has no '" + std::string(name) + "'");
    }
    history.context_ = shared_->document;
    return history;
  }
  LW_TRY_ASSIGN(history.repository_, repository());
  Repository& store = *history.repository_;
  LW_TRY_ASSIGN(history.name_, context_name(arguments));
  auto branch = branch_name(store, history.name_, arguments);
  if (!branch) return with_hint(store, {history.name_, {}, {}}, std::move(branch).error());
  history.branch_ = *std::move(branch);
  if (const auto at = arguments.find_text("at")) {
    const std::string reference = at->starts_with('@') ? history.branch_ + *at : *at;
    auto loaded = store.load(history.name_, reference, history.options_);
    if (!loaded) return with_hint(store, {history.name_, history.branch_, *at}, std::move(loaded).error());
    history.context_ = std::make_shared<const Context>(*std::move(loaded));
    return history;
  }
  history.entry_ = shared_->open.entry(history.name_, history.branch_);
  const std::lock_guard lock(history.entry_->editing);
  LW_TRY(refresh(store, *history.entry_));
  history.context_ = history.entry_->context;
  return history;
}

Result<ReadHistory::Moment> ReadHistory::line_to(const std::string& reference) const {
  const bool is_here = repository_ == nullptr || reference.empty() || reference.starts_with('@');
  if (is_here) return Moment{context_, reference.empty() ? "@t0" : reference};
  // A moment of the line that is open already needs no other one.
  if (const auto commit = repository_->find_commit(name_, reference)) {
    const auto here = context_->at(commit->cycle);
    if (here && here->commit_id() == commit->id) return Moment{context_, "@c" + std::to_string(commit->cycle)};
  }
  auto loaded = repository_->load(name_, reference, options_);
  if (!loaded) return with_hint(*repository_, {name_, branch_, reference}, std::move(loaded).error());
  return Moment{std::make_shared<const Context>(*std::move(loaded)), "@t0"};
}

Result<Snapshot> ReadHistory::moment(const std::string& reference) const {
  LW_TRY_ASSIGN(const Moment found, line_to(reference));
  auto snapshot = found.context->snapshot(found.reference);
  if (snapshot || repository_ == nullptr) return snapshot;
  return with_hint(*repository_, {name_, branch_, reference}, std::move(snapshot).error());
}

std::unique_lock<std::mutex> ReadHistory::lock_edits() const {
  return entry_ ? std::unique_lock(entry_->editing) : std::unique_lock<std::mutex>();
}

// ---- editing ----

Result<void> SessionState::take_options(const OpenBranch& entry, const Arguments& arguments) {
  Context& context = *entry.context;
  LW_TRY_ASSIGN(std::string actor, actor_name(entry.context_name, arguments));
  context.set_actor(std::move(actor));
  LW_TRY_ASSIGN(const bool is_permitted, permits_system(arguments));
  context.set_system(is_permitted);
  context.set_restore_purged(options_.restore_purged || arguments.flag("restore_purged"));
  return {};
}

Result<bool> SessionState::permits_system(const Arguments& arguments) const {
  const bool asks = arguments.flag("system");
  if (asks && options_.system == SystemText::Refuse) {
    return broken(kUnauthorized, "this session does not permit changing system text");
  }
  return asks || options_.system == SystemText::Allow;
}

Result<JsonValue> SessionState::edit_once(Repository& repository, OpenBranch& entry, const Arguments& arguments,
                                          const Edit& act) {
  LW_TRY(refresh(repository, entry));
  Context& context = *entry.context;
  LW_TRY(check_parent(context, arguments));
  LW_TRY(take_options(entry, arguments));
  return act({context, repository, entry.context_name, entry.branch, options_});
}

Result<JsonValue> SessionState::edit(const Arguments& arguments, const Edit& act) {
  LW_TRY_ASSIGN(Repository* const store, repository());
  LW_TRY_ASSIGN(const std::string name, context_name(arguments));
  auto branch = branch_name(*store, name, arguments);
  if (!branch) return with_hint(*store, {name, {}, {}}, std::move(branch).error());
  const auto entry = shared_->open.entry(name, *branch);
  const std::lock_guard lock(entry->editing);
  for (int tries = 1;; ++tries) {
    auto done = edit_once(*store, *entry, arguments, act);
    if (done || done.error().rule != kConflict || tries == kMostTries || !entry->context) return done;
    // A conflict that is not another writer's doing stays one.
    const auto is_behind = entry->context->is_behind();
    const bool was_overtaken = is_behind && *is_behind;
    if (!was_overtaken) return done;
    entry->fresh_at.clear();
    wait_before_try(tries);
  }
}

// ---- calls ----

Result<void> SessionState::check_scope(const Row& row) const {
  if (row.scope <= options_.scope) return {};
  Error error =
      broken(kScope, "operation '" + std::string(row.name) + "' needs the scope " + std::string(to_string(row.scope)) +
                         "; this session has " + std::string(to_string(options_.scope)));
  return error;
}

Result<void> SessionState::check_context(const std::string& name) const {
  return check_name(options_.context_prefix, name);
}

Result<void> SessionState::check_reach(const Row& row, const Arguments& arguments) {
  if (options_.context_prefix.empty()) return {};
  LW_TRY_ASSIGN(const std::string fallback, context_name({JsonValue(), {}}));
  return operations::check_reach(options_.context_prefix, row, arguments, fallback);
}

Result<std::string> SessionState::run(const Row& row, const Arguments& arguments) {
  if (row.run != nullptr) return row.run(*this, arguments);
  LW_TRY_ASSIGN(const JsonValue result,
                edit(arguments, [&](const EditCallPlace& place) { return row.edit(place, arguments); }));
  return json_text_of(result);
}

namespace {

// Checked before the text is read: a value takes several times the memory of its text.
Result<void> check_size(std::string_view text) {
  if (text.size() <= kMostArgumentBytes) return {};
  return broken(kArgumentInvalid, "the arguments have " + std::to_string(text.size()) + " bytes; " +
                                      std::to_string(kMostArgumentBytes) + " are allowed");
}

}  // namespace

Result<std::string> SessionState::call(std::string_view operation, std::string_view text, const Progress& progress,
                                       const CallInput& input) {
  const Row* row = find_row(operation);
  if (row == nullptr) return find_operation(operation).error();
  if (text.empty()) text = "{}";
  LW_TRY(check_size(text));
  LW_TRY_ASSIGN(const JsonValue arguments, parse_json(text));
  return call_row(*row, {arguments, text, progress, input});
}

Result<std::string> SessionState::call_row(const Row& row, const Arguments& arguments) {
  LW_TRY(check_scope(row));
  LW_TRY(check(row.arguments(), arguments.value()));
  note_mark();
  LW_TRY(check_reach(row, arguments));
  auto done = run(row, arguments);
  if (!done) return with_hint(without_names(options_.context_prefix, std::move(done).error()));
  return done;
}

namespace {

const Schema& request_schema() {
  static const Schema kSchema = object({required("op", text("the name of an operation")),
                                        optional("args", map_of(anything(), "its arguments; default: {}"))});
  return kSchema;
}

}  // namespace

Result<std::string> SessionState::call_line(std::string_view request, const Progress& progress) {
  LW_TRY(check_size(request));
  LW_TRY_ASSIGN(const JsonValue asked, parse_json(request));
  LW_TRY(check(request_schema(), asked));
  const std::string& operation = *asked.find("op")->as_string();
  const Row* row = find_row(operation);
  if (row == nullptr) return find_operation(operation).error();
  const auto args = JsonField(asked, request).find("args");
  static const JsonValue kNone = make_object({});
  if (!args) return call_row(*row, {kNone, {}, progress});
  return call_row(*row, {args->value(), args->source(), progress});
}

}  // namespace latewood::operations

namespace latewood {

using operations::SessionState;

Session::Session(std::string url, SessionOptions options)
    : state_(std::make_unique<SessionState>(std::move(url), std::move(options))) {}
Session::Session(Repository repository, SessionOptions options)
    : state_(std::make_unique<SessionState>(std::move(repository), std::move(options))) {}
Session::Session(Context document, SessionOptions options)
    : state_(std::make_unique<SessionState>(std::move(document), std::move(options))) {}
Session::Session(std::unique_ptr<SessionState> state) : state_(std::move(state)) {}
Session Session::narrowed(const CallerRights& rights) const {
  return Session(std::make_unique<SessionState>(*state_, rights));
}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result<std::string> Session::call(std::string_view operation, std::string_view arguments, const Progress& progress,
                                  const CallInput& input) {
  return state_->call(operation, arguments, progress, input);
}

std::size_t Session::open_contexts() const { return state_->open_branches(); }

Result<Snapshot> Session::snapshot(std::string_view moment, std::string_view context, std::string_view branch) {
  std::vector<JsonMember> named;
  if (!context.empty()) named.push_back({"context", std::string(context)});
  if (!branch.empty()) named.push_back({"branch", std::string(branch)});
  const JsonValue value = make_object(std::move(named));
  state_->note_mark();
  LW_TRY_ASSIGN(const operations::ReadHistory history, state_->read(operations::Arguments(value, {})));
  return history.moment(std::string(moment));
}

Result<std::string> Session::call_line(std::string_view request, const Progress& progress) {
  return state_->call_line(request, progress);
}

}  // namespace latewood
