#include "engine/durable/stored_branch.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/admission_text.h"
#include "engine/durable/attempt_text.h"
#include "engine/durable/catalog.h"
#include "engine/durable/commit_batch.h"
#include "engine/reapply.h"

namespace latewood::engine {
namespace {

// Of what was written when it was sound.
Error in_state(const std::string& name, const Error& error) {
  return {Code::Corruption, "state " + name + ": " + error.message, {}, {}};
}

std::string name_of(const std::optional<CommitId>& head) { return head ? head->hex() : "no commit"; }

constexpr std::size_t kPiece = 1024;

JournalEntry entry_of(const Offer& offer, const std::optional<CommitId>& base) {
  return {base, offer.call, JournalEntry::Offered{offer.rule, offer.scope}, false};
}

// What an earlier process did on the same head.
Result<void> replay(const std::vector<EditCall>& calls, const std::vector<Offer>& offers, Branch& branch) {
  for (const EditCall& call : calls) {
    auto replayed = branch.replay(call);
    // What cannot be read explains whatever came of it.
    LW_TRY(branch.check_read());
    LW_TRY(replayed);
  }
  for (const Offer& offer : offers) LW_TRY(branch.propose(offer));
  return branch.check_read();
}

// On another head, which may refuse them.
Result<void> offer_again(const std::vector<Offer>& offers, Branch& branch) {
  for (const Offer& offer : offers) {
    auto offered = branch.propose(offer);
    if (offered) continue;
    Error error = std::move(offered).error();
    error.message = "what " + offer.call.permissions.actor + " proposed cannot be offered again: " + error.message;
    return error;
  }
  return {};
}

}  // namespace

// ---- opening ----

Result<StoredBranch::Loaded> StoredBranch::load(const std::shared_ptr<Clock>& clock, TokenCounter* counter) {
  store::BranchRecord record;
  const std::vector<std::string> states = {life_name(place_.branch), std::string(kCurrentBranch),
                                           policy_name(place_.branch), pending_admission_name(place_.branch)};
  auto line = open_despite_collecting([&]() -> Result<OpenedLine> {
    LW_TRY_ASSIGN(record, place_.store->find_branch(place_.context, place_.branch, states));
    return open_line(place_.store, place_.context, record.head, clock, counter, reading_);
  });
  if (!line && record.head) return as_lost(*place_.store, place_.context, record.head->id, std::move(line).error());
  if (!line) return std::move(line).error();
  const auto& policy = record.states[2];
  Loaded loaded{std::move(line->branch), {}, std::move(record.states[3])};
  LW_TRY_ASSIGN(loaded.left, left_edits(record.edits));
  if (policy) {
    auto parsed = parse_policy(*policy);
    if (!parsed) return in_state(policy_name(place_.branch), parsed.error());
    loaded.branch->set_policy(*std::move(parsed), counter);
  }
  head_ = record.head;
  identity_ = {record.states[0], record.states[1]};
  loaded.branch->records = records_in(place_.store, place_.context);
  loaded.branch->keeps_receipts = keeps_receipts;
  checkpoints_ = std::move(line->writer);
  return loaded;
}

Result<StoredBranch::Left> StoredBranch::left_edits(const std::vector<store::Edit>& edits) const {
  Left left;
  if (mode_ == Edits::InMemory) return left;
  for (const store::Edit& edit : edits) {
    LW_TRY_ASSIGN(JournalEntry entry, decode_entry(edit.value));
    left.last = edit.number;
    if (entry.is_reset) {
      left.calls.clear();
      left.offers.clear();
      continue;
    }
    if (left.is_empty()) left.base = entry.base;
    if (entry.offered) {
      left.offers.push_back({std::move(entry.call), entry.offered->rule, entry.offered->scope});
    } else {
      left.calls.push_back(std::move(entry.call));
    }
  }
  return left;
}

// Edits that are made again may need a page that is damaged. The patches can do without.
Result<std::unique_ptr<Branch>> StoredBranch::open(const std::shared_ptr<Clock>& clock, TokenCounter* counter) {
  auto branch = opened(clock, counter);
  // Collected meanwhile: what is there instead is found by who looks again.
  if (!branch && is_collected_page(branch.error())) branch = opened(clock, counter);
  if (branch || branch.error().rule != kPageDamaged) return branch;
  reading_ = Reading::Whole;
  auto whole = opened(clock, counter);
  if (!whole) return branch;
  damage_ = branch.error().message;
  return whole;
}

Result<std::unique_ptr<Branch>> StoredBranch::opened(const std::shared_ptr<Clock>& clock, TokenCounter* counter) {
  LW_TRY_ASSIGN(Loaded loaded, load(clock, counter));
  const Left& left = loaded.left;
  stale_on_.reset();
  if (!left.is_empty() && left.base != head_id()) stale_on_ = left.base;
  stale_edits_ = left.calls.size() + left.offers.size();
  if (!is_stale()) LW_TRY(replay(left.calls, left.offers, *loaded.branch));
  last_edit_ = left.last;
  LW_TRY(admit(loaded.admission, *loaded.branch));
  loaded.branch->journal = this;
  return std::move(loaded.branch);
}

// What was let in for the next commit; decisions of a cycle that has passed are nobody's.
Result<void> StoredBranch::admit(const std::optional<std::string>& admission, Branch& branch) const {
  if (mode_ == Edits::InMemory || !admission) return {};
  auto pending = pending_admission(*admission, head_ ? head_->cycle + 1 : 1);
  if (!pending) return in_state(pending_admission_name(place_.branch), pending.error());
  branch.admission = *std::move(pending);
  return {};
}

// A rebase that fails leaves the branch on the head it had, so that its next commit is still refused.
Result<std::unique_ptr<Branch>> StoredBranch::rebase(const std::shared_ptr<Clock>& clock, TokenCounter* counter) {
  const std::optional<store::Head> head = head_;
  const Identity identity = identity_;
  const std::uint64_t last_edit = last_edit_;
  auto branch = rebased(clock, counter);
  if (branch) return branch;
  head_ = head;
  identity_ = identity;
  last_edit_ = last_edit;
  return branch;
}

Result<std::unique_ptr<Branch>> StoredBranch::reread(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                                     const std::optional<std::string>& damage) {
  const std::optional<store::Head> head = head_;
  const Identity identity = identity_;
  const std::uint64_t last_edit = last_edit_;
  reading_ = Reading::Whole;
  auto read = opened(clock, counter);
  // Others may have committed: then the branch stays on the head it had, so that its next commit is refused.
  if (!read || head_ != head) {
    const bool has_moved = read && head_ != head;
    head_ = head;
    identity_ = identity;
    last_edit_ = last_edit;
    if (has_moved) return broken(kConflict, "branch " + place_.branch + " has moved", Code::Conflict);
    return read;
  }
  std::unique_ptr<Branch> branch = *std::move(read);
  branch->journal = nullptr;
  LW_TRY(replay(in_memory_, offers_in_memory_, *branch));
  branch->journal = this;
  if (damage) damage_ = damage;
  return branch;
}

Result<std::unique_ptr<Branch>> StoredBranch::rebased(const std::shared_ptr<Clock>& clock, TokenCounter* counter) {
  const bool had_commits = head_.has_value();
  const Identity known = identity_;
  LW_TRY_ASSIGN(Loaded loaded, load(clock, counter));
  const bool is_in_use = identity_.in_use.value_or(std::string(kFirstBranch)) == place_.branch;
  const bool is_gone = !head_ && (had_commits || !is_in_use);
  if (is_gone) {
    return broken(kBranchNotFound, "there is no branch '" + place_.branch + "' any more", Code::NotFound);
  }
  if (identity_.life != known.life) {
    return broken(kBranchNotFound, "branch '" + place_.branch + "' is another one of the same name: open it anew",
                  Code::NotFound);
  }
  Branch* branch = loaded.branch.get();
  Left& left = loaded.left;
  last_edit_ = left.last;
  if (mode_ == Edits::InMemory) {
    left.calls = in_memory_;
    left.offers = offers_in_memory_;
  }
  const bool is_current = mode_ == Edits::Written && left.base == head_id();
  if (is_current) {
    LW_TRY(replay(left.calls, left.offers, *branch));
  } else if (!left.is_empty()) {
    LW_TRY(check_no_events(loaded));
    LW_TRY_ASSIGN(const std::vector<EditCall> again, reapply(left.calls, *branch));
    LW_TRY(offer_again(left.offers, *branch));
    LW_TRY(write_instead(again, left.offers, left.last));
    loaded.admission.reset();
  }
  LW_TRY(admit(loaded.admission, *branch));
  stale_on_.reset();
  branch->journal = this;
  return std::move(loaded.branch);
}

// Events were let in for a cycle that another commit is now. Kept without that, they would be let in once more.
Result<void> StoredBranch::check_no_events(const Loaded& loaded) const {
  const std::vector<EditCall>& calls = loaded.left.calls;
  const auto of_event = [](const EditCall& call) { return call.event.has_value(); };
  const bool has_events = std::any_of(calls.begin(), calls.end(), of_event);
  if (!has_events || mode_ == Edits::InMemory || !loaded.admission) return {};
  return broken(kConflict,
                "edits were made on events that were let in for a cycle which others have committed: reset, and let "
                "the events in again",
                Code::Conflict);
}

// ---- edits ----

store::RefMove StoredBranch::unmoved() const { return {place_.branch, head_id(), head_}; }

store::WriteBatch StoredBranch::batch() const {
  store::WriteBatch batch;
  batch.context = place_.context;
  batch.purged = purged;
  batch.expected_states.push_back(expected_identity());
  return batch;
}

// A branch with commits is deleted and made again; one without gets another name.
store::StateExpectation StoredBranch::expected_identity() const {
  if (head_) return {life_name(place_.branch), identity_.life};
  return {std::string(kCurrentBranch), identity_.in_use};
}

Result<void> StoredBranch::write(store::WriteBatch& batch) {
  auto written = place_.store->write(batch);
  if (written || written.error().rule != kConflict) return written;
  const store::StateExpectation expected = expected_identity();
  LW_TRY_ASSIGN(const auto found, place_.store->find_state(place_.context, expected.name));
  if (found == expected.value) return written;
  const bool is_only_noted = !head_ && found.value_or(std::string(kFirstBranch)) == place_.branch;
  if (!is_only_noted) return not_the_same();
  // That the branch is in use was written down since, and nothing else has changed.
  identity_.in_use = found;
  batch.expected_states = {expected_identity()};
  return place_.store->write(batch);
}

Result<void> StoredBranch::not_the_same() const {
  std::string message = "branch " + place_.branch + " was deleted";
  if (head_) {
    LW_TRY_ASSIGN(const auto other, place_.store->find_ref(place_.context, place_.branch));
    if (other) message += " and made again";
  } else {
    LW_TRY_ASSIGN(const std::string now, current_branch(*place_.store, place_.context));
    message = "branch " + place_.branch + " has no commit, and " + now + " is in its place";
  }
  return broken(kConflict, message + " since it was opened", Code::Conflict);
}

Result<void> StoredBranch::check_not_stale() const {
  if (!is_stale()) return {};
  return broken(kConflict,
                "edits were made on " + name_of(*stale_on_) + " and branch " + place_.branch + " is at " +
                    name_of(head_id()) + ": rebase or reset them",
                Code::Conflict);
}

Result<void> StoredBranch::keep_edit(const EditCall& call) {
  LW_TRY(check_not_stale());
  if (mode_ == Edits::InMemory) {
    in_memory_.push_back(call);
    return {};
  }
  return keep_entry({head_id(), call});
}

Result<void> StoredBranch::keep_offer(const Offer& offer) {
  LW_TRY(check_not_stale());
  if (mode_ == Edits::InMemory) {
    offers_in_memory_.push_back(offer);
    return {};
  }
  return keep_entry(entry_of(offer, head_id()));
}

Result<void> StoredBranch::keep_entry(const JournalEntry& entry) {
  store::WriteBatch batch = this->batch();
  batch.refs.push_back(unmoved());
  batch.flush = store::Flush::Later;  // the commit that takes them waits for the disk
  batch.edits.push_back({place_.branch, last_edit_, {encode_entry(entry)}});
  LW_TRY(write(batch));
  ++last_edit_;
  return {};
}

Result<void> StoredBranch::drop_edits() { return write_instead({}, {}, last_edit_); }

// In the place of those that are there, the last of which is `last`.
Result<void> StoredBranch::write_instead(const std::vector<EditCall>& calls, const std::vector<Offer>& offers,
                                         std::uint64_t last) {
  if (mode_ == Edits::Written) {
    store::WriteBatch batch = this->batch();
    batch.refs.push_back(unmoved());
    batch.edits_taken.push_back({place_.branch, last});
    store::EditAppend append{place_.branch, 0, nothing_instead_of(last)};
    for (const EditCall& call : calls) append.values.push_back(encode_entry({head_id(), call}));
    for (const Offer& offer : offers) append.values.push_back(encode_entry(entry_of(offer, head_id())));
    const std::uint64_t written = append.values.size();
    batch.states.push_back({pending_admission_name(place_.branch), std::nullopt});
    batch.edits.push_back(std::move(append));
    LW_TRY(write(batch));
    last_edit_ = written;
  } else {
    in_memory_ = calls;
    offers_in_memory_ = offers;
  }
  stale_on_.reset();
  return {};
}

// ---- commits ----

Result<void> StoredBranch::keep_commit(const CommitRecord& commit) {
  constexpr int kTries = 8;
  LW_TRY(check_not_stale());
  auto written = write_commit(commit);
  // A content that is uploaded first may be collected before anything refers to it.
  for (int tries = 1; tries < kTries && !written && written.error().rule == kPayloadAbsent; ++tries) {
    written = write_commit(commit);
  }
  const bool lacks_pages =
      !written && (written.error().rule == kPageAbsent || written.error().code == Code::Corruption);
  if (!lacks_pages) return written;
  // Somebody shortened the history, and pages went that the next checkpoint would build on, or one of them is damaged.
  // The commit itself can do without.
  checkpoints_.forget();
  return write_commit(commit);
}

Result<void> StoredBranch::write_commit(const CommitRecord& commit) {
  store::WriteBatch batch = this->batch();
  const store::Head next{commit.id, commit.cycle};
  batch.refs.push_back({place_.branch, head_id(), next});
  if (mode_ == Edits::Written) {
    batch.edits_taken.push_back({place_.branch, last_edit_});
    store::EditAppend append{place_.branch, 0, {}};
    for (const EditCall& call : commit.reply) append.values.push_back(encode_entry({commit.id, call}));
    if (!append.values.empty()) batch.edits.push_back(std::move(append));
  }
  if (commit.admission) batch.states.push_back({pending_admission_name(place_.branch), std::nullopt});
  if (sent) {
    LoggedAttempt taken = *sent;
    taken.attempt.commit = commit.id;
    const store::LogEntry entry{taken.attempt.attempt_id, encode_attempt(taken)};
    batch.logs.push_back({store::Log::Attempts, entry, logged_text(sent->attempt)});
  }
  // A reply that comes meanwhile would miss its snapshot.
  if (last_attempt_) batch.expected_logs.push_back(seen_attempts(commit.cycle));
  LW_TRY_ASSIGN(CheckpointWriter::Addition addition, checkpoints_.prepare(commit, *place_.store));
  LW_TRY(add_commit(commit, *place_.store, batch, addition));
  LW_TRY(write(batch));
  checkpoints_.keep(std::move(addition));
  head_ = next;
  last_edit_ = batch.edits.empty() ? 0 : batch.edits.front().values.size();
  if (sent) open_attempts_.erase({sent->attempt.cycle_id, sent->attempt.attempt_id});
  in_memory_.clear();
  offers_in_memory_.clear();
  if (mode_ == Edits::InMemory) in_memory_ = commit.reply;
  return {};
}

Result<void> StoredBranch::keep_admission(const std::string& bytes) {
  if (mode_ == Edits::InMemory) return {};
  store::WriteBatch batch = this->batch();
  batch.refs.push_back(unmoved());
  batch.states.push_back({pending_admission_name(place_.branch), bytes.empty() ? std::nullopt : std::optional(bytes)});
  return write(batch);
}

Result<void> StoredBranch::keep_policy(const std::optional<PrunePolicy>& policy) {
  store::WriteBatch batch = this->batch();
  batch.states.push_back({policy_name(place_.branch), policy ? std::optional(policy_json(*policy)) : std::nullopt});
  return write(batch);
}

// ---- attempts ----

Result<Attempts> StoredBranch::load_attempts() {
  Attempts attempts;
  LW_TRY(refresh(attempts, 1));
  return attempts;
}

Result<bool> StoredBranch::refresh(Attempts& attempts, std::uint64_t first) {
  bool is_news = false;
  for (std::uint64_t after = first - 1;;) {
    LW_TRY_ASSIGN(const std::vector<store::LogEntry> piece,
                  place_.store->list_log(place_.context, store::Log::Attempts, after, kPiece));
    if (piece.empty()) break;
    after = piece.back().number;
    if (after > last_attempt_.value_or(0)) is_news = true;
    last_attempt_ = std::max(last_attempt_.value_or(0), after);
    for (const store::LogEntry& entry : piece) {
      LW_TRY_ASSIGN(LoggedAttempt logged, decode_attempt(entry.value));
      if (note_attempt(logged, entry.value)) is_news = true;
      if (logged.branch == place_.branch) attempts.keep(logged.attempt, std::move(logged.reply));
    }
  }
  if (!last_attempt_) last_attempt_ = 0;
  return is_news;
}

// Whether it was not known, or known otherwise.
bool StoredBranch::note_attempt(const LoggedAttempt& logged, const std::string& text) {
  const Attempt& attempt = logged.attempt;
  const bool is_open = logged.branch == place_.branch && !attempt.commit;
  const std::pair key(attempt.cycle_id, attempt.attempt_id);
  if (!is_open) return open_attempts_.erase(key) > 0;
  std::string& known = open_attempts_[key];
  if (known == text) return false;
  known = text;
  return true;
}

std::optional<std::string> StoredBranch::logged_text(const Attempt& attempt) const {
  const auto known = open_attempts_.find({attempt.cycle_id, attempt.attempt_id});
  return known == open_attempts_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<std::uint64_t> StoredBranch::first_attempt_of(std::uint64_t cycle) const {
  const auto first = open_attempts_.lower_bound({cycle, 0});
  const bool is_there = first != open_attempts_.end() && first->first.first == cycle;
  return is_there ? std::optional(first->first.second) : std::nullopt;
}

store::LogExpectation StoredBranch::seen_attempts(std::uint64_t cycle) const {
  store::LogExpectation seen{store::Log::Attempts, last_attempt_.value_or(0), {}};
  auto at = open_attempts_.lower_bound({cycle, 0});
  for (; at != open_attempts_.end() && at->first.first == cycle; ++at) {
    seen.entries.push_back({at->first.second, at->second});
  }
  return seen;
}

Result<std::uint64_t> StoredBranch::next_attempt() {
  LW_TRY_ASSIGN(const std::uint64_t last, place_.store->last_in_log(place_.context, store::Log::Attempts));
  return last + 1;
}

Result<void> StoredBranch::keep_attempt(const Attempt& attempt, const std::vector<Component>& reply) {
  store::WriteBatch batch = this->batch();
  if (!reply.empty()) batch.refs.push_back(unmoved());
  const LoggedAttempt logged{place_.branch, attempt, reply};
  const std::string text = encode_attempt(logged);
  batch.logs.push_back({store::Log::Attempts, {attempt.attempt_id, text}, logged_text(attempt)});
  LW_TRY(write(batch));
  note_attempt(logged, text);
  return {};
}

}  // namespace latewood::engine
