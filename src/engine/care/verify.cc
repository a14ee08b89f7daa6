// Verifies histories: recomputes every digest from the patches. Reads only.
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/record/attempt_text.h"
#include "engine/record/edit_text.h"
#include "engine/record/policy_id.h"
#include "engine/record/snapshot_annex.h"
#include "engine/session/boundary.h"
#include "engine/stored/catalog.h"
#include "engine/stored/context_reader.h"
#include "engine/stored/load_history.h"
#include "engine/stored/parallel.h"
#include "engine/why/admission_check.h"
#include "engine/why/receipt_check.h"
#include "engine/why/trail_check.h"
#include "intake/receipt_bytes.h"
#include "latewood/repository.h"
#include "store/listing.h"

namespace latewood {
namespace {

using engine::ContextReader;
using history::SnapshotData;
using store::ContextKey;

constexpr std::uint64_t kStep = 64;  // commits between two calls of the progress

// The progress of all threads together. The first error ends the work of all.
class SharedProgress {
 public:
  explicit SharedProgress(const Progress& progress) : progress_(progress) {}

  void expect(std::uint64_t commits) { all_ += commits; }

  Result<void> advance(std::uint64_t commits) {
    const std::lock_guard lock(mutex_);
    done_ += commits;
    if (end_) return *end_;
    if (!progress_) return {};
    auto told = progress_(done_, all_);
    if (!told) end_ = told.error();
    return told;
  }

 private:
  const Progress& progress_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::atomic<std::uint64_t> all_ = 0;
  std::optional<Error> end_;
};

// The work of a second thread for the check of one context.
enum class Helper : std::uint8_t { None, ReadsAhead, ReadsAndProves };

// ---- one context ----

class ContextCheck {
 public:
  ContextCheck(store::Store& store, store::ContextRecord record, Helper helper, SharedProgress& progress)
      : store_(store),
        record_(std::move(record)),
        progress_(progress),
        streams_(std::shared_ptr<store::Store>(std::shared_ptr<void>(), &store), record_.key),
        contents_(store, helper == Helper::None ? nullptr : &worker_),
        reader_(
            store, record_.key,
            {[this](const tree::PayloadDigest& digest) { return content(digest); },
             [&store](const tree::PayloadDigest& digest) { return engine::contents_of(store).purged_bytes(digest); }},
            helper == Helper::None ? nullptr : &worker_,
            helper == Helper::ReadsAndProves ? engine::Proof::ByCaller : engine::Proof::Here) {}

  // Reports damaged bytes in the report; returns any other error.
  Result<void> run();
  VerifyReport take() { return std::move(report_); }

 private:
  Result<void> check();
  Result<void> check_commits();
  Result<void> check_events();
  void note_lines();
  bool awaits_events(std::size_t at, const SnapshotData& snapshot) const;
  Result<void> check_records(std::size_t at, const SnapshotData& snapshot, ContextReader::Origin origin);
  Result<void> check_admission(std::string_view bytes, const SnapshotData& snapshot,
                               const std::optional<std::string>& receipt);
  Result<void> check_name(const std::string& object, const store::Head& head);
  Result<void> check_names();
  Result<void> check_boundaries();
  Result<void> check_journals();
  // The commit that an attempt is bound to, and the snapshot that was sent.
  struct Binding {
    std::size_t commit = 0;
    const SnapshotData* snapshot = nullptr;
  };
  std::optional<Binding> find_binding(const Attempt& attempt);
  std::optional<Binding> find_last_of_cycle(const engine::LoggedAttempt& logged);
  Result<void> check_boundary(const engine::LoggedAttempt& logged, const std::optional<Binding>& binding);
  Result<std::string> content(const tree::PayloadDigest& digest);
  std::string object_of(const Error& error) const;
  bool has_purged(const tree::Tree& tree) const;

  store::Store& store_;
  const store::ContextRecord record_;
  SharedProgress& progress_;
  engine::Streams streams_;
  engine::ContentRun contents_;
  ContextReader reader_;
  VerifyReport report_;
  std::string object_;     // the object that is being checked; empty for a commit
  std::string_view part_;  // the part of the commit that is being checked; empty for its state
  std::optional<tree::PayloadDigest> asked_;
  std::set<tree::PayloadDigest> purged_;
  std::vector<store::Ref> refs_;
  std::vector<store::Tag> tags_;
  std::map<std::string, std::size_t> heads_;
  std::vector<bool> has_name_;  // whether a branch or a tag leads to the commit
  engine::Worker worker_;       // last member, so destroyed first: its jobs use all members above
};

// The message without the commit at its start if the report names that commit beside it: about "patch of commit 1f..",
// "commit 1f.. (cycle 2): no digest" is "cycle 2: no digest".
std::string message_about(const std::string& object, const std::string& message) {
  const std::size_t at = object.find("commit ");
  const std::string_view commit = std::string_view(object).substr(std::min(at, object.size()));
  if (commit.empty() || !message.starts_with(commit)) return message;
  const std::size_t end = message.find_first_not_of(": ", commit.size());
  if (end == std::string::npos || end == commit.size()) return message;
  std::string rest = message.substr(end);
  const std::size_t close = rest.find("): ");
  if (!rest.starts_with("(cycle ") || close == std::string::npos) return rest;
  return rest.erase(close, 1).erase(0, 1);
}

Result<void> ContextCheck::run() {
  report_.contexts = 1;
  const auto checked = check();
  for (const tree::PayloadDigest& digest : purged_) report_.purged.push_back({digest.bytes});
  if (checked) return {};
  const Error& error = checked.error();
  const bool is_about_bytes = error.code == Code::Corruption || error.code == Code::Unsupported ||
                              error.rule == kBoundaryMismatch || error.rule == kSnapshotCollected;
  if (!is_about_bytes) return error;
  std::string object = object_of(error);
  std::string message = message_about(object, error.message);
  report_.wrong.push_back({record_.name, std::move(object), std::move(message)});
  return {};
}

// Reads names before commits: another process may commit meanwhile, and every named commit must be in the list.
Result<void> ContextCheck::check() {
  object_ = "context " + record_.name;
  LW_TRY_ASSIGN(refs_, store_.list_refs(record_.key));
  LW_TRY_ASSIGN(tags_, store_.list_tags(record_.key));
  LW_TRY(reader_.list());
  progress_.expect(reader_.commits().size());
  note_lines();
  LW_TRY(check_events());
  LW_TRY(check_commits());
  LW_TRY(check_names());
  LW_TRY(check_boundaries());
  return check_journals();
}

// Checks only that journals can be decoded: no digest covers uncommitted edits.
Result<void> ContextCheck::check_journals() {
  object_ = "context " + record_.name;
  LW_TRY_ASSIGN(const std::vector<std::string> branches, store_.list_journals(record_.key));
  for (const std::string& branch : branches) {
    object_ = "journal of " + branch;
    LW_TRY_ASSIGN(const std::vector<store::Edit> edits, store_.list_edits(record_.key, branch));
    for (const store::Edit& edit : edits) LW_TRY(engine::decode_entry(edit.value));
  }
  return {};
}

Result<void> ContextCheck::check_events() {
  const auto read = streams_.refresh();
  report_.events = streams_.next() - 1;
  if (!read) object_ = "event " + std::to_string(streams_.next());
  return read;
}

void ContextCheck::note_lines() {
  has_name_.resize(reader_.commits().size());
  const auto note = [this](const CommitId& head) {
    for (auto at = reader_.find(head); at && !has_name_[*at]; at = reader_.before(*at)) has_name_[*at] = true;
  };
  for (const store::Ref& ref : refs_) note(ref.head.id);
  for (const store::Tag& tag : tags_) note(tag.head.id);
}

// Returns true if the commit belongs to an unfinished import: events are written with the last commit of an import, and
// never if it failed.
bool ContextCheck::awaits_events(std::size_t at, const SnapshotData& snapshot) const {
  const engine::CommitTrail* trail = engine::trail_of(snapshot);
  if (has_name_[at] || trail == nullptr || !trail->events) return false;
  return streams_.chain_at(trail->events->number) != trail->events->chain;
}

Result<void> ContextCheck::check_commits() {
  object_.clear();
  const auto visit = [this](std::size_t commit, const engine::Branch& branch,
                            ContextReader::Origin origin) -> Result<void> {
    ++report_.commits;
    asked_.reset();
    const store::StoredCommit& stored = reader_.commits()[commit];
    if (origin == ContextReader::Origin::State) report_.starts.push_back({record_.name, stored.id, stored.cycle});
    LW_TRY(check_records(commit, *branch.head(), origin));
    if (report_.commits % kStep != 0) return {};
    return progress_.advance(kStep);
  };
  LW_TRY(reader_.read(visit));
  report_.collected = reader_.commits().size() - report_.commits;
  return progress_.advance(reader_.commits().size() - report_.commits / kStep * kStep);
}

// Checks the receipt and admission of a commit. If the commit was read from a state, its receipt is not compared with
// the changes of the commit, because the tree before it was collected.
Result<void> ContextCheck::check_records(std::size_t at, const SnapshotData& snapshot, ContextReader::Origin origin) {
  if (awaits_events(at, snapshot)) return {};
  const store::StoredCommit& commit = reader_.commits()[at];
  part_ = "receipt";
  engine::FoundRecords found;
  LW_TRY_ASSIGN(const auto run, reader_.find_records(at));
  if (run != nullptr) {
    found = {run->records.receipt, run->records.admission};
  } else {
    LW_TRY_ASSIGN(found.receipt, store_.find_receipt(commit));
    part_ = "admission";
    LW_TRY_ASSIGN(found.admission, store_.find_admission(commit));
  }
  part_ = "records";
  LW_TRY(engine::check_trail(snapshot, found, streams_));
  if (found.receipt) {
    part_ = "receipt";
    ++report_.receipts;
    if (origin == ContextReader::Origin::Patch) LW_TRY(engine::check_receipt_bytes(*found.receipt, snapshot));
  }
  if (found.admission) {
    part_ = "admission";
    ++report_.admissions;
    LW_TRY(check_admission(*found.admission, snapshot, found.receipt));
  }
  part_ = {};
  return {};
}

Result<void> ContextCheck::check_admission(std::string_view bytes, const SnapshotData& snapshot,
                                           const std::optional<std::string>& receipt) {
  LW_TRY_ASSIGN(const engine::StoredAdmission kept, engine::check_admission_bytes(bytes, snapshot.cycle(), streams_));
  if (!receipt) return {};
  LW_TRY_ASSIGN(const Receipt decoded, intake::decode_receipt(*receipt));
  if (decoded.admission_digest != kept.admission.admission_digest) {
    return engine::wrong_admission(snapshot.cycle(), "the receipt has another admission digest");
  }
  const std::vector<std::string> policies(kept.policies.begin(), kept.policies.end());
  if (engine::policy_id_of(decoded.policy, policies) == snapshot.policy_id) return {};
  return engine::wrong_admission(snapshot.cycle(), "its policies are not those that the commit names");
}

Result<void> ContextCheck::check_name(const std::string& object, const store::Head& head) {
  object_ = object;
  const auto commit = reader_.find(head.id);
  if (!commit) return Error{Code::Corruption, "it names " + head.id.hex() + ", which is missing", {}, {}};
  if (reader_.commits()[*commit].cycle != head.cycle) {
    return Error{
        Code::Corruption, "it names cycle " + std::to_string(head.cycle) + " for a commit of another cycle", {}, {}};
  }
  if (reader_.snapshot(*commit) == nullptr) {
    return broken(kSnapshotCollected, "it names " + head.id.hex() + ", which cannot be rebuilt", Code::Corruption);
  }
  return {};
}

Result<void> ContextCheck::check_names() {
  for (const store::Ref& ref : refs_) {
    LW_TRY(check_name("branch " + ref.branch, ref.head));
    const engine::CommitTrail* trail = engine::trail_of(*reader_.snapshot(*reader_.find(ref.head.id)));
    if (trail != nullptr) report_.trails.push_back({record_.name, ref.branch, trail->digest});
    heads_.emplace(ref.branch, *reader_.find(ref.head.id));
  }
  for (const store::Tag& tag : tags_) LW_TRY(check_name("tag " + tag.name, tag.head));
  return {};
}

// Checks that the snapshot of the commit that a completed attempt is bound to renders to the bytes it sent. Skips
// attempts without a commit. Attempts in stores of the first version do not name their commit: it is the last one of
// their cycle.
Result<void> ContextCheck::check_boundaries() {
  object_ = "context " + record_.name;
  std::map<std::pair<std::string, std::uint64_t>, engine::LoggedAttempt> completed;
  const auto check = [&](const store::LogEntry& entry) -> Result<void> {
    object_ = "attempt " + std::to_string(entry.number);
    LW_TRY_ASSIGN(engine::LoggedAttempt logged, engine::decode_attempt(entry.value));
    if (logged.attempt.status != AttemptStatus::Completed) return {};
    if (logged.attempt.parent) return check_boundary(logged, find_binding(logged.attempt));
    const auto key = std::pair(logged.branch, logged.attempt.cycle_id);
    completed.insert_or_assign(key, std::move(logged));
    return {};
  };
  LW_TRY(store::for_each_log_entry(store_, record_.key, store::Log::Attempts, 0, check));
  for (const auto& [key, logged] : completed) LW_TRY(check_boundary(logged, find_last_of_cycle(logged)));
  return {};
}

std::optional<ContextCheck::Binding> ContextCheck::find_binding(const Attempt& attempt) {
  const auto commit = attempt.commit ? reader_.find(*attempt.commit) : std::nullopt;
  if (!commit) return std::nullopt;
  return Binding{*commit, reader_.snapshot(*commit)};
}

std::optional<ContextCheck::Binding> ContextCheck::find_last_of_cycle(const engine::LoggedAttempt& logged) {
  const auto head = heads_.find(logged.branch);
  if (head == heads_.end()) return std::nullopt;
  return Binding{head->second, history::find_cycle(*reader_.snapshot(head->second), logged.attempt.cycle_id)};
}

Result<void> ContextCheck::check_boundary(const engine::LoggedAttempt& logged, const std::optional<Binding>& binding) {
  object_ = "attempt " + std::to_string(logged.attempt.attempt_id);
  // The request of an imported log was not rendered here.
  if (logged.attempt.bytes_digest == Blake3Digest()) return {};
  const SnapshotData* snapshot = binding ? binding->snapshot : nullptr;
  if (snapshot == nullptr || snapshot->is_collected() || has_purged(snapshot->tree)) return {};
  ++report_.attempts;
  return engine::check_boundary(snapshot->tree, logged.attempt, reader_.branch_of(binding->commit).renders());
}

Result<std::string> ContextCheck::content(const tree::PayloadDigest& digest) {
  asked_ = digest;
  auto json = contents_.load(digest);
  if (!json && json.error().rule == kPayloadPurged) purged_.insert(digest);
  return json;
}

std::string ContextCheck::object_of(const Error& error) const {
  if (!object_.empty()) return object_;
  const bool is_payload = part_.empty() && asked_ && error.message.find(asked_->hex()) != std::string::npos;
  if (is_payload) return "payload " + asked_->hex();
  // A proof by the second thread may fail after all commits were read.
  if (reader_.next() == reader_.commits().size()) return "context " + record_.name;
  const std::string commit = "commit " + reader_.commits()[reader_.next()].id.hex();
  return part_.empty() ? commit : std::string(part_) + " of " + commit;
}

bool ContextCheck::has_purged(const tree::Tree& tree) const {
  if (purged_.empty()) return false;
  bool found = false;
  tree::for_each_node(tree, [&](const tree::Node& node, const tree::Node*) {
    found = found || (node.payload() != nullptr && purged_.contains(node.payload()->digest()));
  });
  return found;
}

// ---- all of them ----

struct Outcome {
  VerifyReport report;
  std::optional<Error> error;
};

Outcome check_once(store::Store& store, const store::ContextRecord& record, Helper helper, SharedProgress& progress) {
  Outcome outcome;
  ContextCheck check(store, record, helper, progress);
  if (auto checked = check.run(); !checked) outcome.error = std::move(checked).error();
  outcome.report = check.take();
  return outcome;
}

// A fingerprint of a context: it changes when another process commits, collects or purges.
struct Names {
  std::vector<std::string> heads;
  std::vector<std::string> states;
  std::uint64_t last_commit = 0;
  friend bool operator==(const Names&, const Names&) = default;
};

// Nullopt if a record cannot be read; the check itself reports that.
std::optional<Names> names_of(store::Store& store, store::ContextKey context) {
  const auto refs = store.list_refs(context);
  auto states = store.list_states(context);
  const auto last = store.last_commit();
  if (!refs || !states || !last) return std::nullopt;
  Names names{{}, *std::move(states), *last};
  for (const store::Ref& ref : *refs) names.heads.push_back(ref.branch + ' ' + ref.head.id.hex());
  return names;
}

bool is_same(const WrongObject& a, const WrongObject& b) {
  return a.context == b.context && a.object == b.object && a.message == b.message;
}

// Checks a context. A finding counts only if two checks in a row make it and the context did not change from the start
// of the first to the end of the second: another process may shorten the history while it is read. The second check
// proves patches on its own thread, so that the finding names the right commit and the report does not depend on the
// number of threads.
Outcome check_context(store::Store& store, const store::ContextRecord& record, bool is_helped,
                      SharedProgress& progress) {
  constexpr int kMostLooks = 20;
  auto names = names_of(store, record.key);
  Outcome outcome = check_once(store, record, is_helped ? Helper::ReadsAndProves : Helper::None, progress);
  for (int look = 1; look < kMostLooks && !outcome.report.wrong.empty(); ++look) {
    const WrongObject wrong = outcome.report.wrong.front();
    const auto before = std::exchange(names, names_of(store, record.key));
    outcome = check_once(store, record, is_helped ? Helper::ReadsAhead : Helper::None, progress);
    const bool is_still_wrong = !outcome.report.wrong.empty() && is_same(outcome.report.wrong.front(), wrong);
    if (is_still_wrong && before == names && names == names_of(store, record.key)) break;
  }
  return outcome;
}

void add(VerifyReport& sum, VerifyReport&& report) {
  sum.contexts += report.contexts;
  sum.commits += report.commits;
  sum.collected += report.collected;
  sum.attempts += report.attempts;
  sum.receipts += report.receipts;
  sum.admissions += report.admissions;
  sum.events += report.events;
  std::move(report.trails.begin(), report.trails.end(), std::back_inserter(sum.trails));
  std::move(report.starts.begin(), report.starts.end(), std::back_inserter(sum.starts));
  std::move(report.wrong.begin(), report.wrong.end(), std::back_inserter(sum.wrong));
  std::vector<Blake3Digest> purged;
  std::set_union(sum.purged.begin(), sum.purged.end(), report.purged.begin(), report.purged.end(),
                 std::back_inserter(purged));
  sum.purged = std::move(purged);
}

}  // namespace

Result<VerifyReport> Repository::verify(const VerifyOptions& options, const Progress& progress) {
  LW_TRY_ASSIGN(const std::vector<store::ContextRecord> records, engine::context_records(*store_, options.context));
  const unsigned threads = engine::threads_for(options.threads);
  // With more threads than contexts, every context gets a second thread.
  const bool is_helped = threads > records.size();
  SharedProgress shared(progress);
  std::vector<Outcome> outcomes(records.size());
  engine::for_each_parallel(records.size(), threads, [&](std::size_t at) {
    outcomes[at] = check_context(*store_, records[at], is_helped, shared);
  });
  VerifyReport sum;
  for (Outcome& outcome : outcomes) {
    if (outcome.error) return *std::move(outcome.error);
    add(sum, std::move(outcome.report));
  }
  return sum;
}

}  // namespace latewood
