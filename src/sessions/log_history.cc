#include "sessions/log_history.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "canon/blake3.h"
#include "canon/json_reader.h"
#include "canon/sha256.h"
#include "reconcile/write_request.h"
#include "sessions/members.h"

namespace latewood::sessions {
namespace {

using reconcile::CommitEnd;
using reconcile::Request;

constexpr std::size_t kShownDigits = 8;
constexpr std::size_t kAttemptsAtOnce = 1000;

std::string short_name(std::string_view id) { return blake3_of(id).hex().substr(0, kShownDigits); }

// The text that a call gives to a sub-agent; empty if it gives none.
std::string prompt_of(const Component& block) {
  const JsonValue* arguments = block.kind == "call" && block.content ? block.content->find("arguments") : nullptr;
  if (arguments == nullptr) return {};
  const std::string* text = arguments->as_string();
  if (text == nullptr) return text_in(*arguments, "prompt");
  const auto parsed = parse_json(*text);
  return parsed ? text_in(*parsed, "prompt") : std::string();
}

bool has_start(const std::vector<reconcile::HeldUnit>& held, const Request& request) {
  const std::size_t both = std::min(held.size(), request.blocks.size());
  for (std::size_t at = 0; at < both; ++at) {
    if (held[at].unit != request.blocks[at].unit) return false;
  }
  return true;
}

}  // namespace

std::int64_t LogClock::stamp_after(std::int64_t previous) {
  // The smallest step, so that the stamps of many blocks of one entry do not run ahead of the next.
  return std::max(previous + 1024, time_);
}

LogHistory::LogHistory(Repository repository, const SessionImportOptions& options, const reconcile::UnitReader& reader,
                       SessionTree& tree, SessionFormat format)
    : repository_(std::move(repository)),
      options_(options),
      reader_(&reader),
      tree_(&tree),
      format_(format),
      clock_(std::make_shared<LogClock>()) {}

// ---- contexts ----

std::string LogHistory::session_name(const std::string& session) const {
  if (!options_.context.empty() && !first_of_.empty()) {
    // The name that the caller gives is that of the first session of the file.
    const std::uint32_t first = std::min_element(first_of_.begin(), first_of_.end(), [](const auto& a, const auto& b) {
                                  return a.second < b.second;
                                })->second;
    if (tree_->roots()[first].session == session) return options_.context;
  }
  return context_of_session(to_string(format_), session.empty() ? "unnamed" : session);
}

std::string LogHistory::name_of(std::uint32_t root) const {
  const LogRoot& facts = tree_->roots()[root];
  const std::string session = session_name(facts.session);
  if (facts.is_side) return session + "/agent-" + short_name(facts.agent.empty() ? facts.id : facts.agent);
  if (facts.is_orphan && options_.context.empty()) return session + "/root-" + short_name(facts.id);
  const auto first = first_of_.find(facts.session);
  const bool is_first = first == first_of_.end() || first->second == root;
  return is_first ? session : session + "/root-" + short_name(facts.id);
}

// An answer alone does not begin a session: another log may have what it belongs to.
void LogHistory::note_first(std::uint32_t root) {
  const LogRoot& facts = tree_->roots()[root];
  const bool begins = !facts.is_side && (!facts.is_orphan || !options_.context.empty());
  if (begins) first_of_.try_emplace(facts.session, root);
}

Result<LogHistory::Work*> LogHistory::open_work(const std::string& name) {
  if (const auto known = works_.find(name); known != works_.end()) return known->second.get();
  LW_TRY(check_context_name(name));
  LW_TRY(reconcile::make_context(repository_, name));
  ContextOptions options;
  options.clock = clock_;
  options.actor = options_.actor;
  // The log is the user's own record: what it has of system text was said.
  options.system = true;
  LW_TRY_ASSIGN(reconcile::ContextLines lines, reconcile::ContextLines::load(repository_, name, options, *reader_));
  auto work = std::make_unique<Work>(Work{std::move(lines), {}, {}, {}, 0, {}});
  work->report.name = name;
  for (const std::string& branch : work->lines.branches()) {
    LW_TRY_ASSIGN(const reconcile::OpenLine* opened, work->lines.open(branch));
    for (const Attempt& attempt : opened->context.attempts()) {
      if (attempt.commit) work->known_attempts.insert(attempt.commit->hex() + attempt.answer.response_id.value_or(""));
    }
  }
  return works_.emplace(name, std::move(work)).first->second.get();
}

// The context that has what was said before the entry, or a new one: ways of a conversation that part before its first
// commit have nothing to fork from, so each has a context of its own.
Result<LogHistory::Work*> LogHistory::work_for(EntryIndex index) {
  const std::uint32_t root = tree_->at(index).root;
  note_first(root);
  for (const std::string& name : names_[root]) {
    LW_TRY_ASSIGN(Work* const work, open_work(name));
    LW_TRY_ASSIGN(const bool is_there, has_start_of(*work, index));
    if (is_there) return work;
  }
  const std::string wish = name_of(root);
  const auto numbered = [&wish](std::uint64_t number) {
    return number == 1 ? wish : wish + "-" + std::to_string(number);
  };
  // One that has it already is better than an empty one, so that importing again finds the same.
  std::uint64_t end = 1;
  for (;; ++end) {
    const std::string name = numbered(end);
    if (!repository_.context_contents(name)) break;
    LW_TRY_ASSIGN(Work* const work, open_work(name));
    LW_TRY_ASSIGN(const bool is_there, has_start_of(*work, index));
    if (is_there) return use_for(root, *work);
  }
  for (std::uint64_t number = 1;; ++number) {
    LW_TRY_ASSIGN(Work* const work, open_work(numbered(number)));
    LW_TRY_ASSIGN(const bool is_free, may_begin(*work, index));
    if (is_free) return use_for(root, *work);
  }
}

LogHistory::Work* LogHistory::use_for(std::uint32_t root, Work& work) {
  const LogRoot& facts = tree_->roots()[root];
  names_[root].push_back(work.lines.name());
  if (facts.is_side) work.report.parent = session_name(facts.session);
  work.report.has_system = facts.has_system;
  return &work;
}

// Whether the context has no commit, and its active head nothing but the start of what was said before the entry, or
// before the first boundary.
Result<bool> LogHistory::may_begin(Work& work, EntryIndex index) {
  if (!work.lines.is_empty()) return false;
  LW_TRY_ASSIGN(Path path, path_to(work, index));
  while (path.is_after_boundary) {
    const EntryIndex before = tree_->at(path.entries.front()).parent;
    if (before == kNoEntry || tree_->at(before).count == 0) break;
    LW_TRY_ASSIGN(path, path_to(work, before));
  }
  LW_TRY_ASSIGN(const Request request, request_of(path, tree_->roots()[tree_->at(index).root]));
  LW_TRY_ASSIGN(const reconcile::OpenLine* opened, work.lines.open(work.lines.current()));
  return has_start(opened->line.head, request);
}

// Whether a commit of the context has the start of what was said before the entry, or before the last boundary.
Result<bool> LogHistory::has_start_of(Work& work, EntryIndex index) {
  while (index != kNoEntry) {
    LW_TRY_ASSIGN(const Path path, path_to(work, index));
    if (!path.ends.empty()) return true;
    if (!path.is_after_boundary) return false;
    index = tree_->at(path.entries.front()).parent;
  }
  return false;
}

// ---- requests ----

Result<LogHistory::Path> LogHistory::path_to(Work& work, EntryIndex index) {
  LW_TRY(tree_->settle(index));
  Path path;
  for (EntryIndex at = index; at != kNoEntry; at = tree_->at(at).parent) {
    const PlacedEntry& entry = tree_->at(at);
    if (entry.count > 0) {
      for (CommitEnd& end : work.lines.find(entry.prefix)) {
        LW_TRY_ASSIGN(const bool is_right, work.lines.verify(end, entry.prefix));
        if (is_right) path.ends.push_back(std::move(end));
      }
    }
    if (!path.ends.empty()) {
      path.base = at;
      break;
    }
    path.entries.push_back(at);
    if (entry.kind != EntryKind::Boundary) continue;
    path.is_after_boundary = true;
    break;
  }
  std::reverse(path.entries.begin(), path.entries.end());
  return path;
}

Result<Request> LogHistory::request_of(const Path& path, const LogRoot& root) {
  Request request;
  if (path.base != kNoEntry) {
    request.start = tree_->at(path.base).prefix;
    request.before = tree_->at(path.base).count;
  }
  for (const EntryIndex at : path.entries) {
    LW_TRY_ASSIGN(std::vector<reconcile::GivenBlock> blocks, tree_->blocks_of(at));
    for (reconcile::GivenBlock& block : blocks) request.blocks.push_back(std::move(block));
  }
  // A block has the time of its own entry, whether it waited in the active head or came with the request.
  request.tell_time = [this](std::int64_t time) { clock_->set(time); };
  request.has_system = root.has_system;
  for (const Component& block : root.system) {
    reconcile::GivenBlock given{block, reader_->unit_of(block), 0};
    (block.node_type == "cb:tool" ? request.tools : request.system).push_back(std::move(given));
  }
  if (!root.is_side || request.before > 0 || request.blocks.empty()) return request;
  // The first block of a sub-agent names the conversation that began it, and the call.
  Component& first = request.blocks.front().block;
  std::vector<JsonMember> link = {{"context", session_name(root.session)}};
  const std::string* text = first.content ? first.content->as_string() : nullptr;
  const auto call = text == nullptr ? spawning_calls_.end() : spawning_calls_.find(root.session + "\n" + *text);
  if (call != spawning_calls_.end()) link.push_back({"call_id", call->second});
  first.attributes.push_back({std::string(reconcile::kSpawnedBy), make_object(std::move(link))});
  return request;
}

// The commit to go on from: a head only if its active head holds a beginning of what follows, since answers that were
// given twice are both kept.
Result<std::optional<CommitEnd>> LogHistory::fitting_end(Work& work, const Path& path, const Request& request) {
  std::optional<CommitEnd> other;
  for (const CommitEnd& end : path.ends) {
    if (!other) other = end;
    if (!work.lines.is_head(end)) continue;
    LW_TRY_ASSIGN(const reconcile::OpenLine* opened, work.lines.open(end.branch));
    if (has_start(opened->line.head, request)) return std::optional(end);
  }
  return other;
}

Result<LogHistory::Made> LogHistory::place(Work& work, const Request& request, const reconcile::Choice& choice,
                                           EntryIndex index) {
  const std::int64_t time = tree_->at(index).time;
  clock_->set(0);
  const bool is_flush = ++work.unflushed >= options_.commits_per_flush;
  work.lines.set_commit_flush(is_flush ? store::Flush::Now : store::Flush::Later);
  if (is_flush) work.unflushed = 0;
  CommitNote note;
  note.host_time = time;
  LW_TRY_ASSIGN(const Reconciled done, reconcile::place(work.lines, *reader_, request, choice, note, {}));
  ++work.report.commits;
  if (choice.kind == ReconcileKind::Fork) ++work.report.branches;
  work.newest_branch = done.branch;
  return Made{done.context, done.branch, done.commit_id, done.base, done.cycle};
}

// Makes the commit whose request ends with the entry, if there is none; nullopt if the request is empty.
Result<std::optional<LogHistory::Made>> LogHistory::commit_request(EntryIndex index) {
  const std::uint32_t root = tree_->at(index).root;
  LW_TRY(tree_->settle(index));
  if (tree_->at(index).count == 0) return std::optional<Made>();
  LW_TRY_ASSIGN(Work* const work, work_for(index));
  LW_TRY_ASSIGN(const Path path, path_to(*work, index));
  const LogRoot& facts = tree_->roots()[root];
  if (path.is_after_boundary) return compact(*work, path, facts, index);
  LW_TRY_ASSIGN(const Request request, request_of(path, facts));
  LW_TRY_ASSIGN(const auto base, fitting_end(*work, path, request));
  if (base && request.blocks.empty()) {
    LW_TRY_ASSIGN(const reconcile::OpenLine* opened, work->lines.open(base->branch));
    LW_TRY_ASSIGN(const Snapshot known, opened->context.at(base->cycle));
    ++work->report.known;
    work->newest_branch = base->branch;
    return std::optional(Made{work->lines.name(), base->branch, known.commit_id(), known.parent(), known.cycle()});
  }
  reconcile::Choice choice;
  choice.kind = ReconcileKind::First;
  choice.branch = work->lines.current();
  if (base) {
    LW_TRY_ASSIGN(const reconcile::OpenLine* opened, work->lines.open(base->branch));
    const bool goes_on = work->lines.is_head(*base) && has_start(opened->line.head, request);
    choice.kind = goes_on ? ReconcileKind::Append : ReconcileKind::Fork;
    choice.branch = base->branch;
    choice.base = base;
  }
  LW_TRY_ASSIGN(Made made, place(*work, request, choice, index));
  tree_->release(index);
  return std::optional(std::move(made));
}

// After a boundary the request has what is left of the one before, which is committed first with all that was said.
Result<std::optional<LogHistory::Made>> LogHistory::compact(Work& work, const Path& path, const LogRoot& root,
                                                            EntryIndex index) {
  LW_TRY_ASSIGN(const Request request, request_of(path, root));
  const EntryIndex boundary = path.entries.front();
  const EntryIndex before = tree_->at(boundary).parent;
  std::optional<Made> last;
  if (before != kNoEntry) {
    LW_TRY_ASSIGN(last, commit_request(before));
  }
  reconcile::Choice choice;
  choice.kind = last ? ReconcileKind::Compaction : ReconcileKind::First;
  choice.branch = last ? last->branch : work.lines.current();
  if (!last && !work.lines.is_empty()) {
    // Nothing before it is known: the newest request is what was compacted.
    choice.kind = ReconcileKind::Compaction;
  }
  if (last) {
    CommitEnd end{last->branch, last->cycle, tree_->at(before).count, false};
    if (!work.lines.is_head(end)) {
      LW_TRY_ASSIGN(choice.branch, work.lines.fork(end, reconcile::fork_name(request)));
      ++work.report.branches;
    }
    choice.base = end;
  }
  LW_TRY_ASSIGN(Made made, place(work, request, choice, index));
  tree_->release(index);
  return std::optional(std::move(made));
}

// ---- answers ----

Result<void> LogHistory::note(EntryIndex index, const std::optional<LoggedResponse>& response,
                              const std::vector<Component>& blocks) {
  const PlacedEntry& entry = tree_->at(index);
  const LogRoot& root = tree_->roots()[entry.root];
  note_first(entry.root);
  for (const Component& block : blocks) {
    const std::string prompt = prompt_of(block);
    if (!prompt.empty()) spawning_calls_[root.session + "\n" + prompt] = text_in(*block.content, "id");
  }
  if (response && entry.kind == EntryKind::Note) {
    // Counts that are logged behind the answer.
    const auto known = answers_.find(entry.response);
    if (known == answers_.end()) return {};
    known->second.response.usage = response->usage;
    known->second.round = round_;
    return {};
  }
  if (!entry.is_assistant) return {};
  std::optional<Made> made;
  if (tree_->begins_answer(index) && entry.parent != kNoEntry) {
    LW_TRY_ASSIGN(made, commit_request(entry.parent));
  }
  if (!response) return {};
  Answer& answer = answers_[tree_->at(index).response];
  if (made) {
    answer.request = std::move(made);
    answer.start = tree_->at(tree_->at(index).parent).time;
  }
  answer.end = tree_->at(index).time;
  answer.response = *response;
  answer.round = round_;
  return {};
}

void LogHistory::add_attempt(Work& work, Answer& answer) {
  answer.is_written = true;
  const LoggedResponse& response = answer.response;
  const std::string id = response.id.starts_with('#') ? std::string() : response.id;
  const std::string known = answer.request->commit.hex() + id;
  if (!work.known_attempts.insert(known).second) return;
  Attempt attempt;
  attempt.cycle_id = answer.request->cycle;
  attempt.status = AttemptStatus::Completed;
  attempt.started_at = answer.start;
  attempt.ended_at = answer.end;
  attempt.provider = std::string(profile_of(format_));
  attempt.model = response.model;
  attempt.params = sha256_of("{}").hex();
  attempt.token_in = response.usage.input.value_or(0);
  attempt.token_out = response.usage.output.value_or(0);
  if (auto profile = find_profile(profile_of(format_))) attempt.profile = *std::move(profile);
  attempt.parent = answer.request->parent.value_or(CommitId());
  attempt.commit = answer.request->commit;
  if (!response.model.empty()) attempt.answer.model = response.model;
  if (!id.empty()) attempt.answer.response_id = id;
  if (!response.stop_reason.empty()) attempt.answer.stop_reason = response.stop_reason;
  attempt.answer.token_cached = response.usage.cached;
  attempt.answer.token_cache_write = response.usage.cache_write;
  attempt.answer.token_cache_write_1h = response.usage.cache_write_1h;
  attempt.answer.token_reasoning = response.usage.reasoning;
  work.attempts.push_back({answer.request->branch, std::move(attempt)});
  ++work.report.attempts;
}

Result<void> LogHistory::write_attempts(Work& work) {
  if (work.attempts.empty()) return {};
  LW_TRY_ASSIGN(reconcile::OpenLine* const opened, work.lines.open(work.attempts.back().branch));
  return engine::add_past_attempts(opened->context, std::exchange(work.attempts, {}));
}

// ---- the end ----

Result<void> LogHistory::hold_rest(EntryIndex leaf, bool is_end) {
  const std::uint32_t root = tree_->at(leaf).root;
  LW_TRY(tree_->settle(leaf));
  if (tree_->at(leaf).count == 0) return {};
  LW_TRY_ASSIGN(Work* const work, work_for(leaf));
  LW_TRY_ASSIGN(const Path path, path_to(*work, leaf));
  const LogRoot& facts = tree_->roots()[root];
  if (path.is_after_boundary) {
    // The summary of a compaction after which nothing was asked is what the next request begins with.
    if (is_end) LW_TRY(commit_request(leaf));
    return {};
  }
  LW_TRY_ASSIGN(const Request request, request_of(path, facts));
  const bool is_newest = leaf == tree_->newest_of(root);
  if (request.blocks.empty()) {
    if (is_newest && !path.ends.empty()) work->newest_branch = path.ends.front().branch;
    return {};
  }
  LW_TRY_ASSIGN(const auto base, fitting_end(*work, path, request));
  std::string branch = base ? base->branch : work->lines.current();
  if (base) {
    LW_TRY_ASSIGN(const reconcile::OpenLine* opened, work->lines.open(branch));
    const bool goes_on = work->lines.is_head(*base) && has_start(opened->line.head, request);
    if (!goes_on) {
      LW_TRY_ASSIGN(branch, work->lines.fork(*base, reconcile::fork_name(request)));
      ++work->report.branches;
    }
  }
  LW_TRY_ASSIGN(const std::uint64_t waiting, reconcile::hold(work->lines, branch, request));
  work->report.waiting += waiting;
  if (is_newest) work->newest_branch = branch;
  return {};
}

Result<void> LogHistory::settle_all(bool is_end) {
  for (const EntryIndex leaf : tree_->leaves()) LW_TRY(hold_rest(leaf, is_end));
  for (auto& [number, answer] : answers_) {
    const bool may_grow = !is_end && answer.round == round_;
    if (answer.is_written || !answer.request || may_grow) continue;
    Work& work = *works_.at(answer.request->context);
    add_attempt(work, answer);
    if (work.attempts.size() >= kAttemptsAtOnce) LW_TRY(write_attempts(work));
  }
  ++round_;
  for (auto& [name, work] : works_) {
    LW_TRY(write_attempts(*work));
    const std::string& branch = work->newest_branch.empty() ? work->lines.current() : work->newest_branch;
    if (work->unflushed == 0 && branch == work->lines.current()) continue;
    // The conversation is there now. This write waits for the disk, and so for everything before it.
    LW_TRY(work->lines.use(branch));
    work->unflushed = 0;
  }
  return {};
}

std::vector<SessionContext> LogHistory::take_report() {
  std::vector<SessionContext> all;
  for (auto& [name, work] : works_) {
    all.push_back(work->report);
    work->report.commits = work->report.known = work->report.branches = work->report.attempts = 0;
    work->report.waiting = 0;
  }
  return all;
}

}  // namespace latewood::sessions
