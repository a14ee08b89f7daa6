#include "engine/session/stored_branch.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/reapply.h"
#include "engine/branch/replay_edits.h"
#include "engine/branch/working_state.h"
#include "engine/record/admission_text.h"
#include "engine/record/attempt_text.h"
#include "engine/record/outgoing_commit.h"
#include "engine/stored/catalog.h"
#include "engine/stored/commit_batch.h"
#include "history/snapshot_data.h"
#include "store/retry.h"

namespace latewood::engine {
namespace {

// The value was valid when it was written, so an error is Corruption.
Error state_error(const std::string& name, const Error& error) {
  return {Code::Corruption, "state " + name + ": " + error.message, {}, {}};
}

std::string head_text(const std::optional<CommitId>& head) { return head ? head->hex() : "no commit"; }

JournalEntry offer_entry(const Offer& offer, const std::optional<CommitId>& base) {
  return {base, offer.call, JournalEntry::Offered{offer.rule, offer.scope}, false};
}

// Makes the edits and proposals of an earlier process again, on the same head that they were made on.
Result<void> replay(const std::vector<EditCall>& calls, const std::vector<Offer>& offers, Branch& branch) {
  for (const EditCall& call : calls) {
    auto replayed = replay_edits(call, branch.working_state());
    // A read error is the cause of a failed replay, so it is reported first.
    LW_TRY(branch.check_read());
    LW_TRY(replayed);
  }
  for (Offer offer : offers) {
    offer.call.permissions.made_before = true;
    LW_TRY(branch.propose(std::move(offer)));
  }
  return branch.check_read();
}

// Makes the proposals again on another head. Stops at the first proposal that this head refuses.
Result<void> offer_again(const std::vector<Offer>& offers, Branch& branch) {
  for (const Offer& offer : offers) {
    auto offered = branch.propose(offer);
    if (offered) continue;
    Error error = std::move(offered).error();
    error.message =
        "the proposal of " + offer.call.permissions.actor + " cannot be made on the new head: " + error.message;
    return error;
  }
  return {};
}

}  // namespace

// ---- opening ----

BranchSetup StoredBranch::setup_of(const std::shared_ptr<Clock>& clock, TokenCounter* counter) const {
  return {clock, counter, receipts_, records_in(place_.store, place_.context)};
}

Result<StoredBranch::LoadedBranch> StoredBranch::load(const std::shared_ptr<Clock>& clock, TokenCounter* counter) {
  store::BranchRecord record;
  const std::vector<std::string> states = state_names(place_.branch);
  auto line = open_despite_collecting([&]() -> Result<OpenedBranch> {
    LW_TRY_ASSIGN(record, place_.store->find_branch(place_.context, place_.branch, states));
    return open_line(place_.store, place_.context, record.head, setup_of(clock, counter), reading_);
  });
  if (!line && record.head)
    return explain_lost_head(*place_.store, place_.context, record.head->id, std::move(line).error());
  if (!line) return std::move(line).error();
  const auto& policy = record.states[2];
  LoadedBranch loaded{std::move(line->branch), {}, std::move(record.states[3])};
  LW_TRY_ASSIGN(loaded.leftover, decode_leftover_edits(record.edits));
  if (policy) {
    auto parsed = parse_policy(*policy);
    if (!parsed) return state_error(policy_name(place_.branch), parsed.error());
    loaded.branch->set_policy(*std::move(parsed));
  }
  LW_TRY_ASSIGN(overlaps_, read_overlaps(record.states[4]));
  known_ = {record.head,     {record.states[0], record.states[1]}, loaded.leftover.last, loaded.admission, policy,
            record.states[4]};
  checkpoints_ = std::move(line->writer);
  if (line->damage) damage_ = std::move(line->damage);
  return loaded;
}

Result<StoredBranch::LeftoverEdits> StoredBranch::decode_leftover_edits(const std::vector<store::Edit>& edits) const {
  LeftoverEdits leftover;
  if (mode_ == Edits::InMemory) return leftover;
  for (const store::Edit& edit : edits) {
    LW_TRY_ASSIGN(JournalEntry entry, decode_entry(edit.value));
    leftover.last = edit.number;
    if (entry.is_reset) {
      leftover.calls.clear();
      leftover.offers.clear();
      continue;
    }
    if (leftover.is_empty()) leftover.base = entry.base;
    if (entry.offered) {
      leftover.offers.push_back({std::move(entry.call), entry.offered->rule, entry.offered->scope});
    } else {
      leftover.calls.push_back(std::move(entry.call));
    }
  }
  return leftover;
}

// The replay of journal edits may need a damaged page. Then the branch is read whole, from patches alone.
Result<std::unique_ptr<Branch>> StoredBranch::open(const std::shared_ptr<Clock>& clock, TokenCounter* counter) {
  auto branch = open_once(clock, counter);
  // A collection removed the page while this call was reading. A second read finds the new pages.
  if (!branch && is_collected_page(branch.error())) branch = open_once(clock, counter);
  if (branch || branch.error().rule != kPageDamaged) return branch;
  reading_ = Reading::FromFirstCommit;
  auto whole = open_once(clock, counter);
  if (!whole) return branch;
  damage_ = branch.error().message;
  return whole;
}

Result<std::unique_ptr<Branch>> StoredBranch::open_once(const std::shared_ptr<Clock>& clock, TokenCounter* counter) {
  LW_TRY_ASSIGN(LoadedBranch loaded, load(clock, counter));
  if (!known_.head && !is_in_use()) {
    return broken(kBranchNotFound, "branch '" + place_.branch + "' no longer exists", Code::NotFound);
  }
  const LeftoverEdits& leftover = loaded.leftover;
  stale_on_.reset();
  if (!leftover.is_empty() && leftover.base != head_id()) stale_on_ = leftover.base;
  stale_edits_ = leftover.calls.size() + leftover.offers.size();
  if (!is_stale()) LW_TRY(replay(leftover.calls, leftover.offers, *loaded.branch));
  LW_TRY(restore_admission(loaded.admission, *loaded.branch));
  loaded.branch->set_journal(this);
  return std::move(loaded.branch);
}

// Restores the pending admission of the next commit. Ignores an admission for an earlier cycle.
Result<void> StoredBranch::restore_admission(const std::optional<std::string>& admission, Branch& branch) const {
  if (mode_ == Edits::InMemory || !admission) return {};
  auto pending = pending_admission(*admission, known_.head ? known_.head->cycle + 1 : 1);
  if (!pending) return state_error(pending_admission_name(place_.branch), pending.error());
  branch.working_state().set_admission(*std::move(pending));
  return {};
}

// A failed rebase restores the known version, so that the next commit on the old head still gets E_CONFLICT.
Result<std::unique_ptr<Branch>> StoredBranch::rebase(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                                     const PendingAdmission& admitted) {
  KnownVersion before = known_;
  auto branch = rebase_once(clock, counter, admitted);
  if (!branch) known_ = std::move(before);
  if (branch) uncertain_commits_.clear();
  return branch;
}

// Returns true if another process has committed, edited, or replaced the branch by a new one of the same name since
// `before`.
bool StoredBranch::has_changed_since(const KnownVersion& before) const {
  const bool is_edited = mode_ == Edits::Written && before.last_edit != known_.last_edit;
  return before.head != known_.head || before.identity.life != known_.identity.life || is_edited;
}

Result<std::unique_ptr<Branch>> StoredBranch::reread(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                                     const std::optional<std::string>& damage) {
  KnownVersion before = known_;
  reading_ = Reading::FromFirstCommit;
  auto read = open_once(clock, counter);
  // On failure the known version stays as it was, so that the next edit or commit still gets E_CONFLICT.
  const bool has_moved = read && has_changed_since(before);
  if (!read || has_moved) known_ = std::move(before);
  if (has_moved) return broken(kConflict, "another process changed branch " + place_.branch, Code::Conflict);
  if (!read) return read;
  std::unique_ptr<Branch> branch = *std::move(read);
  branch->set_journal(nullptr);
  LW_TRY(replay(in_memory_, offers_in_memory_, *branch));
  branch->set_journal(this);
  if (damage) damage_ = damage;
  return branch;
}

bool StoredBranch::is_in_use() const {
  return known_.identity.in_use.value_or(std::string(kFirstBranch)) == place_.branch;
}

// If an uncertain commit is in the store after all, removes its edits from memory, so that they are not made twice.
void StoredBranch::drop_committed_edits(const Branch& branch) {
  const auto is_on_line = [&branch](const UncertainCommit& uncertain) {
    const auto* found = branch.head() == nullptr ? nullptr : history::find_cycle(*branch.head(), uncertain.cycle);
    return found != nullptr && !found->is_collected() && found->commit_id() == uncertain.id;
  };
  const auto uncertain = std::find_if(uncertain_commits_.begin(), uncertain_commits_.end(), is_on_line);
  if (uncertain == uncertain_commits_.end()) return;
  in_memory_.erase(in_memory_.begin(), in_memory_.begin() + static_cast<std::ptrdiff_t>(uncertain->edits));
  in_memory_.insert(in_memory_.begin(), uncertain->reply.begin(), uncertain->reply.end());
  offers_in_memory_.erase(offers_in_memory_.begin(),
                          offers_in_memory_.begin() + static_cast<std::ptrdiff_t>(uncertain->offers));
  uncertain_commits_.clear();
}

Result<std::unique_ptr<Branch>> StoredBranch::rebase_once(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                                          const PendingAdmission& admitted) {
  const std::optional<CommitId> had = head_id();
  const Identity known = known_.identity;
  LW_TRY_ASSIGN(LoadedBranch loaded, load(clock, counter));
  const bool is_gone = !known_.head && (had || !is_in_use());
  if (is_gone) {
    return broken(kBranchNotFound, "branch '" + place_.branch + "' no longer exists", Code::NotFound);
  }
  if (known_.identity.life != known.life) {
    return broken(kBranchNotFound, "branch '" + place_.branch + "' was deleted and created again: open the new branch",
                  Code::NotFound);
  }
  Branch* branch = loaded.branch.get();
  LeftoverEdits& leftover = loaded.leftover;
  if (mode_ == Edits::InMemory) {
    drop_committed_edits(*branch);
    leftover.calls = in_memory_;
    leftover.offers = offers_in_memory_;
    leftover.base = had;
    if (had == head_id()) branch->working_state().set_admission(admitted);
  }
  if (leftover.base == head_id()) {
    LW_TRY(replay(leftover.calls, leftover.offers, *branch));
  } else if (!leftover.is_empty()) {
    const bool has_admission = !admitted.bytes.empty() || (mode_ == Edits::Written && loaded.admission);
    if (has_admission) LW_TRY(check_no_events(leftover));
    LW_TRY_ASSIGN(const std::vector<EditCall> again, reapply(leftover.calls, *branch));
    LW_TRY(offer_again(leftover.offers, *branch));
    LW_TRY(replace_edits(again, leftover.offers, leftover.last));
    loaded.admission.reset();
  }
  LW_TRY(restore_admission(loaded.admission, *branch));
  stale_on_.reset();
  branch->set_journal(this);
  return std::move(loaded.branch);
}

// Refuses to rebase edits that admitted events caused: the admission belonged to a cycle that another process has
// committed. Without their admission record, the same events would be admitted a second time.
Result<void> StoredBranch::check_no_events(const LeftoverEdits& leftover) {
  const auto has_event = [](const EditCall& call) { return call.event.has_value(); };
  const auto offers_one = [&](const Offer& offer) { return has_event(offer.call); };
  const bool has_events = std::any_of(leftover.calls.begin(), leftover.calls.end(), has_event) ||
                          std::any_of(leftover.offers.begin(), leftover.offers.end(), offers_one);
  if (!has_events) return {};
  return broken(kConflict,
                "some edits were caused by events admitted to a cycle that another process has committed: reset the "
                "edits, then admit the events again",
                Code::Conflict);
}

// ---- edits ----

store::RefMove StoredBranch::unchanged_head() const { return {place_.branch, head_id(), known_.head}; }

store::WriteBatch StoredBranch::batch() const {
  store::WriteBatch batch;
  batch.context = place_.context;
  batch.purged = purged_;
  batch.expected_states.push_back(expected_identity());
  return batch;
}

// A branch with commits can be deleted and created again: its life changes. A branch without commits exists only as the
// branch in use: `kCurrentBranch` changes.
store::StateExpectation StoredBranch::expected_identity() const {
  if (known_.head) return {life_name(place_.branch), known_.identity.life};
  return {std::string(kCurrentBranch), known_.identity.in_use};
}

Result<void> StoredBranch::write(store::WriteBatch& batch) {
  auto written = place_.store->write(batch);
  if (written || written.error().rule != kConflict) return written;
  const store::StateExpectation expected = expected_identity();
  LW_TRY_ASSIGN(const auto found, place_.store->find_state(place_.context, expected.name));
  if (found == expected.value) return written;
  const bool is_still_in_use = !known_.head && found.value_or(std::string(kFirstBranch)) == place_.branch;
  if (!is_still_in_use) return explain_other_branch();
  // Another process stored the default current branch explicitly; nothing else has changed. Expect the stored value.
  for (store::StateExpectation& each : batch.expected_states) {
    if (each.name == expected.name) each.value = found;
  }
  known_.identity.in_use = found;
  return place_.store->write(batch);
}

Result<void> StoredBranch::explain_other_branch() const {
  std::string message = "branch " + place_.branch + " was deleted";
  if (known_.head) {
    LW_TRY_ASSIGN(const auto other, place_.store->find_ref(place_.context, place_.branch));
    if (other) message += " and created again";
  } else {
    LW_TRY_ASSIGN(const std::string now, current_branch(*place_.store, place_.context));
    message = "branch " + place_.branch + " had no commit and was replaced by branch " + now;
  }
  return broken(kConflict, message + " since it was opened", Code::Conflict);
}

Result<void> StoredBranch::check_not_stale() const {
  if (!is_stale()) return {};
  return broken(kConflict,
                "uncommitted edits are based on " + head_text(*stale_on_) + ", but branch " + place_.branch +
                    " is at " + head_text(head_id()) + ": rebase or reset the edits",
                Code::Conflict);
}

Result<void> StoredBranch::write_edit(const EditCall& call) {
  LW_TRY(check_not_stale());
  if (mode_ == Edits::InMemory) {
    in_memory_.push_back(call);
    return {};
  }
  return append_entry({head_id(), call});
}

Result<void> StoredBranch::write_offer(const Offer& offer) {
  LW_TRY(check_not_stale());
  if (mode_ == Edits::InMemory) {
    offers_in_memory_.push_back(offer);
    return {};
  }
  return append_entry(offer_entry(offer, head_id()));
}

Result<void> StoredBranch::append_entry(const JournalEntry& entry) {
  if (holds_) {
    held_.push_back(encode_entry(entry));
    return {};
  }
  return append_entries({encode_entry(entry)});
}

Result<void> StoredBranch::append_entries(std::vector<std::string> entries) {
  const std::uint64_t count = entries.size();
  store::WriteBatch batch = this->batch();
  batch.refs.push_back(unchanged_head());
  // The edit survives the end of the process. A power cut may lose it: only the commit waits for the disk.
  batch.flush = store::Flush::Later;
  batch.edits.push_back({place_.branch, known_.last_edit, std::move(entries)});
  LW_TRY(write(batch));
  known_.last_edit += count;
  return {};
}

Result<void> StoredBranch::write_held() {
  holds_ = false;
  std::vector<std::string> entries;
  entries.swap(held_);
  return entries.empty() ? Result<void>() : append_entries(std::move(entries));
}

void StoredBranch::drop_held() {
  holds_ = false;
  held_.clear();
}

Result<void> StoredBranch::drop_edits() { return replace_edits({}, {}, known_.last_edit); }

// Replaces all journal edits; `last` is the number of the newest one. One batch: either all edits are replaced or none.
Result<void> StoredBranch::replace_edits(const std::vector<EditCall>& calls, const std::vector<Offer>& offers,
                                         std::uint64_t last) {
  if (mode_ == Edits::Written) {
    store::WriteBatch batch = this->batch();
    batch.refs.push_back(unchanged_head());
    batch.edits_taken.push_back({place_.branch, last});
    store::EditAppend append{place_.branch, 0, reset_entries(last)};
    for (const EditCall& call : calls) append.values.push_back(encode_entry({head_id(), call}));
    for (const Offer& offer : offers) append.values.push_back(encode_entry(offer_entry(offer, head_id())));
    const std::uint64_t written = append.values.size();
    batch.states.push_back({pending_admission_name(place_.branch), std::nullopt});
    batch.edits.push_back(std::move(append));
    LW_TRY(write(batch));
    known_.last_edit = written;
    known_.admission.reset();
  } else {
    in_memory_ = calls;
    offers_in_memory_ = offers;
    for (UncertainCommit& uncertain : uncertain_commits_) uncertain.edits = uncertain.offers = 0;
  }
  stale_on_.reset();
  return {};
}

// ---- commits ----

Result<void> StoredBranch::write_commit(const OutgoingCommit& commit) {
  LW_TRY(check_not_stale());
  // A large payload is uploaded before the commit, and a collection may remove it before the commit refers to it. Then
  // the commit uploads it again.
  const auto was_collected = [](const Error& error) { return error.rule == kPayloadAbsent; };
  auto written = store::retry_on_conflict([&] { return write_commit_once(commit); }, was_collected);
  const bool lacks_pages =
      !written && (written.error().rule == kPageAbsent || written.error().code == Code::Corruption);
  if (!lacks_pages) return written;
  // The next checkpoint builds on pages that were collected or are damaged. The commit itself does not need them: write
  // it without a checkpoint.
  checkpoints_.forget();
  return write_commit_once(commit);
}

// Writes the commit as one batch: the new head, the commit with its records and pages, the removal of the journal edits
// it contains, and the bound attempt. Memory changes only after the write has succeeded.
Result<void> StoredBranch::write_commit_once(const OutgoingCommit& commit) {
  store::WriteBatch batch = this->batch();
  batch.flush = commit_flush_;
  const store::Head next{commit.id, commit.cycle};
  batch.refs.push_back({place_.branch, head_id(), next});
  if (mode_ == Edits::Written) {
    batch.edits_taken.push_back({place_.branch, known_.last_edit});
    store::EditAppend append{place_.branch, 0, {}};
    for (const EditCall& call : commit.reply) append.values.push_back(encode_entry({commit.id, call}));
    if (!append.values.empty()) batch.edits.push_back(std::move(append));
  }
  if (commit.admission && mode_ == Edits::Written) replace_admission(std::nullopt, batch);
  if (sent_) {
    LoggedAttempt taken = *sent_;
    taken.attempt.commit = commit.id;
    const store::LogEntry entry{taken.attempt.attempt_id, encode_attempt(taken)};
    batch.logs.push_back({store::Log::Attempts, entry, logged_text(sent_->attempt)});
  }
  // If another process ends an attempt meanwhile, the batch fails: its reply would be missing in this snapshot.
  if (last_attempt_) batch.expected_logs.push_back(expected_attempts(commit.cycle));
  LW_TRY_ASSIGN(CheckpointWriter::Addition addition, checkpoints_.prepare(commit, *place_.store));
  LW_TRY(add_commit(commit, *place_.store, batch, addition));
  auto written = write(batch);
  if (!written && written.error().code == Code::Unavailable) {
    uncertain_commits_.push_back({commit.id, commit.cycle, commit.reply, in_memory_.size(), offers_in_memory_.size()});
  }
  LW_TRY(written);
  checkpoints_.note_written(std::move(addition));
  known_.head = next;
  known_.last_edit = batch.edits.empty() ? 0 : batch.edits.front().values.size();
  if (commit.admission) known_.admission.reset();
  uncertain_commits_.clear();
  if (sent_) open_attempts_.erase({sent_->attempt.cycle_id, sent_->attempt.attempt_id});
  held_.clear();
  in_memory_.clear();
  offers_in_memory_.clear();
  if (mode_ == Edits::InMemory) in_memory_ = commit.reply;
  return {};
}

Result<void> StoredBranch::write_admission(const std::string& bytes) {
  if (mode_ == Edits::InMemory) return {};
  const auto kept = bytes.empty() ? std::nullopt : std::optional(bytes);
  auto written = write_admission_once(kept);
  if (!written && written.error().rule == kConflict) {
    const std::string name = pending_admission_name(place_.branch);
    LW_TRY_ASSIGN(auto found, place_.store->find_state(place_.context, name));
    if (found == known_.admission || !may_overwrite_admission(found)) return written;
    known_.admission = std::move(found);
    written = write_admission_once(kept);
  }
  if (!written && written.error().code == Code::Unavailable) uncertain_admission_ = kept;
  return written;
}

Result<void> StoredBranch::write_admission_once(const std::optional<std::string>& admission) {
  store::WriteBatch batch = this->batch();
  batch.refs.push_back(unchanged_head());
  replace_admission(admission, batch);
  LW_TRY(write(batch));
  known_.admission = admission;
  return {};
}

// Returns true if the stored admission may be replaced: there is none, this process wrote it, or it is for an earlier
// cycle.
bool StoredBranch::may_overwrite_admission(const std::optional<std::string>& admission) const {
  if (!admission || admission == uncertain_admission_) return true;
  const auto pending = pending_admission(*admission, known_.head ? known_.head->cycle + 1 : 1);
  return pending && pending->bytes.empty();
}

// Adds the new admission to the batch. The batch fails if another process has stored an admission meanwhile.
void StoredBranch::replace_admission(const std::optional<std::string>& admission, store::WriteBatch& batch) const {
  const std::string name = pending_admission_name(place_.branch);
  batch.expected_states.push_back({name, known_.admission});
  batch.states.push_back({name, admission});
}

}  // namespace latewood::engine
