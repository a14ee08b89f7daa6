#include "engine/session/stored_branch.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/reapply.h"
#include "engine/branch/replay_edits.h"
#include "engine/record/admission_text.h"
#include "engine/record/attempt_text.h"
#include "engine/stored/catalog.h"
#include "engine/stored/commit_batch.h"
#include "store/retry.h"

namespace latewood::engine {
namespace {

// Of what was written when it was sound.
Error in_state(const std::string& name, const Error& error) {
  return {Code::Corruption, "state " + name + ": " + error.message, {}, {}};
}

std::string name_of(const std::optional<CommitId>& head) { return head ? head->hex() : "no commit"; }

JournalEntry entry_of(const Offer& offer, const std::optional<CommitId>& base) {
  return {base, offer.call, JournalEntry::Offered{offer.rule, offer.scope}, false};
}

// What an earlier process did on the same head.
Result<void> replay(const std::vector<EditCall>& calls, const std::vector<Offer>& offers, Branch& branch) {
  for (const EditCall& call : calls) {
    auto replayed = replay_edits(call, branch.working_state());
    // What cannot be read explains whatever came of it.
    LW_TRY(branch.check_read());
    LW_TRY(replayed);
  }
  for (Offer offer : offers) {
    offer.call.permissions.made_before = true;
    LW_TRY(branch.propose(std::move(offer)));
  }
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

BranchSetup StoredBranch::setup_of(const std::shared_ptr<Clock>& clock, TokenCounter* counter) const {
  return {clock, counter, receipts_, records_in(place_.store, place_.context)};
}

Result<StoredBranch::Loaded> StoredBranch::load(const std::shared_ptr<Clock>& clock, TokenCounter* counter) {
  store::BranchRecord record;
  const std::vector<std::string> states = {life_name(place_.branch), std::string(kCurrentBranch),
                                           policy_name(place_.branch), pending_admission_name(place_.branch),
                                           std::string(kOverlapsName)};
  auto line = open_despite_collecting([&]() -> Result<OpenedLine> {
    LW_TRY_ASSIGN(record, place_.store->find_branch(place_.context, place_.branch, states));
    return open_line(place_.store, place_.context, record.head, setup_of(clock, counter), reading_);
  });
  if (!line && record.head) return as_lost(*place_.store, place_.context, record.head->id, std::move(line).error());
  if (!line) return std::move(line).error();
  const auto& policy = record.states[2];
  Loaded loaded{std::move(line->branch), {}, std::move(record.states[3])};
  LW_TRY_ASSIGN(loaded.left, left_edits(record.edits));
  if (policy) {
    auto parsed = parse_policy(*policy);
    if (!parsed) return in_state(policy_name(place_.branch), parsed.error());
    loaded.branch->set_policy(*std::move(parsed));
  }
  LW_TRY_ASSIGN(overlaps_, read_overlaps(record.states[4]));
  seen_ = {record.head, {record.states[0], record.states[1]}, loaded.left.last, loaded.admission};
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
  if (!seen_.head && !is_in_use()) {
    return broken(kBranchNotFound, "there is no branch '" + place_.branch + "' any more", Code::NotFound);
  }
  const Left& left = loaded.left;
  stale_on_.reset();
  if (!left.is_empty() && left.base != head_id()) stale_on_ = left.base;
  stale_edits_ = left.calls.size() + left.offers.size();
  if (!is_stale()) LW_TRY(replay(left.calls, left.offers, *loaded.branch));
  LW_TRY(admit(loaded.admission, *loaded.branch));
  loaded.branch->set_journal(this);
  return std::move(loaded.branch);
}

// What was let in for the next commit; decisions of a cycle that has passed are nobody's.
Result<void> StoredBranch::admit(const std::optional<std::string>& admission, Branch& branch) const {
  if (mode_ == Edits::InMemory || !admission) return {};
  auto pending = pending_admission(*admission, seen_.head ? seen_.head->cycle + 1 : 1);
  if (!pending) return in_state(pending_admission_name(place_.branch), pending.error());
  branch.working_state().set_admission(*std::move(pending));
  return {};
}

// A rebase that fails leaves the branch on the head it had, so that its next commit is still refused.
Result<std::unique_ptr<Branch>> StoredBranch::rebase(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                                     const PendingAdmission& admitted) {
  Seen seen = seen_;
  auto branch = rebased(clock, counter, admitted);
  if (!branch) seen_ = std::move(seen);
  if (branch) doubts_.clear();
  return branch;
}

// Whether others committed or edited since, or the branch is another one of its name.
bool StoredBranch::is_elsewhere(const Seen& seen) const {
  const bool is_edited = mode_ == Edits::Written && seen.last_edit != seen_.last_edit;
  return seen.head != seen_.head || seen.identity.life != seen_.identity.life || is_edited;
}

Result<std::unique_ptr<Branch>> StoredBranch::reread(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                                     const std::optional<std::string>& damage) {
  Seen seen = seen_;
  reading_ = Reading::Whole;
  auto read = opened(clock, counter);
  // Then the branch stays where it was, so that its next edit or commit is refused.
  const bool has_moved = read && is_elsewhere(seen);
  if (!read || has_moved) seen_ = std::move(seen);
  if (has_moved) return broken(kConflict, "branch " + place_.branch + " has moved", Code::Conflict);
  if (!read) return read;
  std::unique_ptr<Branch> branch = *std::move(read);
  branch->set_journal(nullptr);
  LW_TRY(replay(in_memory_, offers_in_memory_, *branch));
  branch->set_journal(this);
  if (damage) damage_ = damage;
  return branch;
}

bool StoredBranch::is_in_use() const {
  return seen_.identity.in_use.value_or(std::string(kFirstBranch)) == place_.branch;
}

// What a commit made that took effect after all is not to be made once more.
void StoredBranch::leave_out_committed(const Branch& branch) {
  const auto is_on_line = [&branch](const Doubt& doubt) {
    const auto* found = branch.head() == nullptr ? nullptr : history::find_cycle(*branch.head(), doubt.cycle);
    return found != nullptr && !found->is_collected() && found->commit_id() == doubt.id;
  };
  const auto doubt = std::find_if(doubts_.begin(), doubts_.end(), is_on_line);
  if (doubt == doubts_.end()) return;
  in_memory_.erase(in_memory_.begin(), in_memory_.begin() + static_cast<std::ptrdiff_t>(doubt->edits));
  in_memory_.insert(in_memory_.begin(), doubt->reply.begin(), doubt->reply.end());
  offers_in_memory_.erase(offers_in_memory_.begin(),
                          offers_in_memory_.begin() + static_cast<std::ptrdiff_t>(doubt->offers));
  doubts_.clear();
}

Result<std::unique_ptr<Branch>> StoredBranch::rebased(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                                      const PendingAdmission& admitted) {
  const std::optional<CommitId> had = head_id();
  const Identity known = seen_.identity;
  LW_TRY_ASSIGN(Loaded loaded, load(clock, counter));
  const bool is_gone = !seen_.head && (had || !is_in_use());
  if (is_gone) {
    return broken(kBranchNotFound, "there is no branch '" + place_.branch + "' any more", Code::NotFound);
  }
  if (seen_.identity.life != known.life) {
    return broken(kBranchNotFound, "branch '" + place_.branch + "' is another one of the same name: open it anew",
                  Code::NotFound);
  }
  Branch* branch = loaded.branch.get();
  Left& left = loaded.left;
  if (mode_ == Edits::InMemory) {
    leave_out_committed(*branch);
    left.calls = in_memory_;
    left.offers = offers_in_memory_;
    left.base = had;
    if (had == head_id()) branch->working_state().set_admission(admitted);
  }
  if (left.base == head_id()) {
    LW_TRY(replay(left.calls, left.offers, *branch));
  } else if (!left.is_empty()) {
    const bool was_let_in = !admitted.bytes.empty() || (mode_ == Edits::Written && loaded.admission);
    if (was_let_in) LW_TRY(check_no_events(left));
    LW_TRY_ASSIGN(const std::vector<EditCall> again, reapply(left.calls, *branch));
    LW_TRY(offer_again(left.offers, *branch));
    LW_TRY(write_instead(again, left.offers, left.last));
    loaded.admission.reset();
  }
  LW_TRY(admit(loaded.admission, *branch));
  stale_on_.reset();
  branch->set_journal(this);
  return std::move(loaded.branch);
}

// Events were let in for a cycle that another commit is now. Kept without that, they would be let in once more.
Result<void> StoredBranch::check_no_events(const Left& left) {
  const auto has_event = [](const EditCall& call) { return call.event.has_value(); };
  const auto offers_one = [&](const Offer& offer) { return has_event(offer.call); };
  const bool has_events = std::any_of(left.calls.begin(), left.calls.end(), has_event) ||
                          std::any_of(left.offers.begin(), left.offers.end(), offers_one);
  if (!has_events) return {};
  return broken(kConflict,
                "edits were made on events that were let in for a cycle which others have committed: reset, and let "
                "the events in again",
                Code::Conflict);
}

// ---- edits ----

store::RefMove StoredBranch::unmoved() const { return {place_.branch, head_id(), seen_.head}; }

store::WriteBatch StoredBranch::batch() const {
  store::WriteBatch batch;
  batch.context = place_.context;
  batch.purged = purged;
  batch.expected_states.push_back(expected_identity());
  return batch;
}

// A branch with commits is deleted and made again; one without gets another name.
store::StateExpectation StoredBranch::expected_identity() const {
  if (seen_.head) return {life_name(place_.branch), seen_.identity.life};
  return {std::string(kCurrentBranch), seen_.identity.in_use};
}

Result<void> StoredBranch::write(store::WriteBatch& batch) {
  auto written = place_.store->write(batch);
  if (written || written.error().rule != kConflict) return written;
  const store::StateExpectation expected = expected_identity();
  LW_TRY_ASSIGN(const auto found, place_.store->find_state(place_.context, expected.name));
  if (found == expected.value) return written;
  const bool is_only_noted = !seen_.head && found.value_or(std::string(kFirstBranch)) == place_.branch;
  if (!is_only_noted) return not_the_same();
  // That the branch is in use was written down since, and nothing else has changed.
  for (store::StateExpectation& each : batch.expected_states) {
    if (each.name == expected.name) each.value = found;
  }
  seen_.identity.in_use = found;
  return place_.store->write(batch);
}

Result<void> StoredBranch::not_the_same() const {
  std::string message = "branch " + place_.branch + " was deleted";
  if (seen_.head) {
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

Result<void> StoredBranch::write_edit(const EditCall& call) {
  LW_TRY(check_not_stale());
  if (mode_ == Edits::InMemory) {
    in_memory_.push_back(call);
    return {};
  }
  return keep_entry({head_id(), call});
}

Result<void> StoredBranch::write_offer(const Offer& offer) {
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
  batch.edits.push_back({place_.branch, seen_.last_edit, {encode_entry(entry)}});
  LW_TRY(write(batch));
  ++seen_.last_edit;
  return {};
}

Result<void> StoredBranch::drop_edits() { return write_instead({}, {}, seen_.last_edit); }

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
    seen_.last_edit = written;
    seen_.admission.reset();
  } else {
    in_memory_ = calls;
    offers_in_memory_ = offers;
    for (Doubt& doubt : doubts_) doubt.edits = doubt.offers = 0;
  }
  stale_on_.reset();
  return {};
}

// ---- commits ----

Result<void> StoredBranch::write_commit(const OutgoingCommit& commit) {
  LW_TRY(check_not_stale());
  // A content that is uploaded first may be collected before anything refers to it.
  const auto was_collected = [](const Error& error) { return error.rule == kPayloadAbsent; };
  auto written = store::retry_on_conflict([&] { return put_commit(commit); }, was_collected);
  const bool lacks_pages =
      !written && (written.error().rule == kPageAbsent || written.error().code == Code::Corruption);
  if (!lacks_pages) return written;
  // Somebody shortened the history, and pages went that the next checkpoint would build on, or one of them is damaged.
  // The commit itself can do without.
  checkpoints_.forget();
  return put_commit(commit);
}

Result<void> StoredBranch::put_commit(const OutgoingCommit& commit) {
  store::WriteBatch batch = this->batch();
  const store::Head next{commit.id, commit.cycle};
  batch.refs.push_back({place_.branch, head_id(), next});
  if (mode_ == Edits::Written) {
    batch.edits_taken.push_back({place_.branch, seen_.last_edit});
    store::EditAppend append{place_.branch, 0, {}};
    for (const EditCall& call : commit.reply) append.values.push_back(encode_entry({commit.id, call}));
    if (!append.values.empty()) batch.edits.push_back(std::move(append));
  }
  if (commit.admission && mode_ == Edits::Written) replace_admission(std::nullopt, batch);
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
  auto written = write(batch);
  if (!written && written.error().code == Code::Unavailable) {
    doubts_.push_back({commit.id, commit.cycle, commit.reply, in_memory_.size(), offers_in_memory_.size()});
  }
  LW_TRY(written);
  checkpoints_.keep(std::move(addition));
  seen_.head = next;
  seen_.last_edit = batch.edits.empty() ? 0 : batch.edits.front().values.size();
  if (commit.admission) seen_.admission.reset();
  doubts_.clear();
  if (sent) open_attempts_.erase({sent->attempt.cycle_id, sent->attempt.attempt_id});
  in_memory_.clear();
  offers_in_memory_.clear();
  if (mode_ == Edits::InMemory) in_memory_ = commit.reply;
  return {};
}

Result<void> StoredBranch::keep_admission(const std::string& bytes) {
  if (mode_ == Edits::InMemory) return {};
  const auto kept = bytes.empty() ? std::nullopt : std::optional(bytes);
  auto written = write_admission(kept);
  if (!written && written.error().rule == kConflict) {
    const std::string name = pending_admission_name(place_.branch);
    LW_TRY_ASSIGN(auto found, place_.store->find_state(place_.context, name));
    if (found == seen_.admission || !is_of_nobody(found)) return written;
    seen_.admission = std::move(found);
    written = write_admission(kept);
  }
  if (!written && written.error().code == Code::Unavailable) tried_admission_ = kept;
  return written;
}

Result<void> StoredBranch::write_admission(const std::optional<std::string>& admission) {
  store::WriteBatch batch = this->batch();
  batch.refs.push_back(unmoved());
  replace_admission(admission, batch);
  LW_TRY(write(batch));
  seen_.admission = admission;
  return {};
}

// Of a cycle that has passed, or of our own: then nobody else would miss it.
bool StoredBranch::is_of_nobody(const std::optional<std::string>& admission) const {
  if (!admission || admission == tried_admission_) return true;
  const auto pending = pending_admission(*admission, seen_.head ? seen_.head->cycle + 1 : 1);
  return pending && pending->bytes.empty();
}

// What others let in meanwhile is not written over.
void StoredBranch::replace_admission(const std::optional<std::string>& admission, store::WriteBatch& batch) const {
  const std::string name = pending_admission_name(place_.branch);
  batch.expected_states.push_back({name, seen_.admission});
  batch.states.push_back({name, admission});
}

Result<void> StoredBranch::keep_overlaps(Overlaps overlaps) {
  store::WriteBatch batch = this->batch();
  batch.states.push_back({std::string(kOverlapsName), overlaps_text(overlaps)});
  LW_TRY(write(batch));
  overlaps_ = overlaps;
  return {};
}

Result<void> StoredBranch::keep_policy(const std::optional<PrunePolicy>& policy) {
  store::WriteBatch batch = this->batch();
  batch.states.push_back({policy_name(place_.branch), policy ? std::optional(policy_json(*policy)) : std::nullopt});
  return write(batch);
}

}  // namespace latewood::engine
