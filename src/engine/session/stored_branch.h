// A branch of a context in a store. Opens the branch and writes every edit and commit to the store before it takes
// effect. If the process dies during a write, the store has all of that write or none of it; the next `open` continues
// from there. docs/commit.md follows a commit; docs/durability.md lists the promises.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/branch/branch.h"
#include "engine/branch/journal.h"
#include "engine/record/attempt_text.h"
#include "engine/record/edit_text.h"
#include "engine/record/pending_proposal.h"
#include "engine/session/attempts.h"
#include "engine/stored/checkpoint_writer.h"
#include "engine/stored/open_line.h"
#include "latewood/attempt.h"
#include "latewood/context.h"
#include "latewood/ext/store.h"
#include "latewood/policy.h"
#include "latewood/result.h"

namespace latewood::engine {

// The store, context and name of a branch.
struct BranchPlace {
  std::shared_ptr<store::Store> store;
  store::ContextKey context{};
  std::string branch;
};

class StoredBranch : public Journal {
 public:
  // Written: uncommitted edits are stored in the journal too. InMemory: they are lost if the process ends before the
  // commit.
  enum class Edits { Written, InMemory };

  StoredBranch(BranchPlace place, Edits edits, Receipts receipts)
      : place_(std::move(place)), mode_(edits), receipts_(receipts) {}

  // Reads the branch, its policy, and the journal edits of earlier processes. Applies these edits only if they are
  // based on the current head; see `is_stale`.
  Result<std::unique_ptr<Branch>> open(const std::shared_ptr<Clock>& clock, TokenCounter* counter);
  // Like `open`, but edits based on another head are made again on the current head: they keep their ids where these
  // are free, and get a new cycle and new stamps. If an edit fails, nothing changes and the error names the edit.
  // `admitted` is the admission that waits in memory for the next commit.
  Result<std::unique_ptr<Branch>> rebase(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                         const PendingAdmission& admitted);

  // Reads the branch again from its patches. Call it after E_PAGE_DAMAGED with the message as `damage`, or after a page
  // was collected with nullopt. From then on this object does not read checkpoints, and `damage()` returns a given
  // `damage`. E_CONFLICT if another process has committed or edited meanwhile.
  Result<std::unique_ptr<Branch>> reread(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                         const std::optional<std::string>& damage);
  // The message of the damage because of which `open`, `rebase` or `reread` read the patches instead of a checkpoint;
  // nullopt: no damage was found.
  const std::optional<std::string>& damage() const { return damage_; }

  // Returns true if the journal has edits that are based on another head. Until they are rebased or dropped, every edit
  // and commit gets E_CONFLICT.
  bool is_stale() const { return stale_on_.has_value(); }
  // The number of these edits.
  std::uint64_t stale_edits() const { return is_stale() ? stale_edits_ : 0; }

  const std::string& name() const { return place_.branch; }
  const BranchPlace& place() const { return place_; }

  Result<void> write_edit(const EditCall& call) override;
  Result<void> write_offer(const Offer& offer) override;
  Result<void> drop_edits() override;
  Result<void> write_commit(const OutgoingCommit& commit) override;

  // A group of edits: between these calls edits are held in memory. A commit writes them in its own transaction,
  // `write_held` the others as one transaction. `drop_held` forgets those that neither has written.
  void hold_edits() { holds_ = true; }
  bool holds_edits() const { return holds_; }
  Result<void> write_held();
  void drop_held();

  // Whether the branch, its journal or its settings in the store differ from what this object read or wrote last.
  Result<bool> has_moved() const;

  // Stores the admission that waits for the next commit; empty: removes it.
  Result<void> write_admission(const std::string& bytes);

  Result<void> write_policy(const std::optional<PrunePolicy>& policy);

  // Stores the newest figures of the branch (docs/format/figures.md) with the pages that they name, if the branch is
  // where this object read or wrote it last. Does not wait for the disk.
  Result<void> write_figures(const std::string& figures, std::vector<store::Blob> pages);

  // The context's rule for overlapping keys, as of the time when the branch was read.
  Overlaps overlaps() const { return overlaps_; }
  Result<void> write_overlaps(Overlaps overlaps);

  // Attempts of this branch, oldest first.
  Result<Attempts> load_attempts();
  // Reads the attempts from number `first` on again, because other processes may have begun or ended some. Returns
  // whether an attempt is new or has changed.
  Result<bool> refresh(Attempts& attempts, std::uint64_t first);
  // The lowest number that no attempt seen so far has.
  std::uint64_t first_unseen_attempt() const { return last_attempt_.value_or(0) + 1; }
  // The lowest number of an open attempt of the cycle; nullopt if there is none.
  std::optional<std::uint64_t> first_attempt_of(std::uint64_t cycle) const;
  // The number for the next attempt of any branch, read from the store.
  Result<std::uint64_t> next_attempt();
  // Stores a new or changed attempt. E_CONFLICT if another process used the number or changed the attempt, or if the
  // attempt has a reply and another process has committed.
  Result<void> write_attempt(const Attempt& attempt, const std::vector<Component>& reply);

  // Stores attempts that are over and name their commits as one transaction, and gives them the next free numbers.
  // E_CONFLICT if another process used a number meanwhile.
  Result<void> write_past_attempts(std::vector<LoggedAttempt>& attempts);

  // The attempt whose reply the next commit contains; nullopt: none. The batch of the commit binds the attempt to it.
  void set_sent(std::optional<LoggedAttempt> sent) { sent_ = std::move(sent); }

  // The commit that leftover journal edits are based on; nullopt if it is the current head. The inner optional is
  // nullopt if the branch had no commit.
  const std::optional<std::optional<CommitId>>& stale_on() const { return stale_on_; }

  // Sets whether later writes may store purged payloads again; default: Refuse.
  void set_purged(store::Purged purged) { purged_ = purged; }
  // Sets whether later commits wait for the disk; default: Now.
  void set_commit_flush(store::Flush flush) { commit_flush_ = flush; }

 private:
  // The edits and proposals of earlier processes since the last commit.
  struct LeftoverEdits {
    std::vector<EditCall> calls;
    std::vector<Offer> offers;
    std::optional<CommitId> base;  // the head that the first of them is based on
    bool is_empty() const { return calls.empty() && offers.empty(); }
    std::uint64_t last = 0;  // number of the newest journal entry
  };
  // Distinguishes this branch from a later branch of the same name.
  struct Identity {
    std::optional<std::string> life;    // the value of `life_name`
    std::optional<std::string> in_use;  // the value of `kCurrentBranch`. A branch without commits has no ref: it exists
                                        // only as the branch in use
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  // A branch with its uncommitted data, all read from the store at one point in time.
  struct LoadedBranch {
    std::unique_ptr<Branch> branch;
    LeftoverEdits leftover;
    std::optional<std::string> admission;
  };
  // The version of the branch that this object read or wrote last. Every write expects it and gets E_CONFLICT if
  // another process has changed the branch.
  struct KnownVersion {
    std::optional<store::Head> head;
    Identity identity;
    std::uint64_t last_edit = 0;           // number of the newest journal entry
    std::optional<std::string> admission;  // the stored admission for the next commit
    std::optional<std::string> policy;     // the stored text of the pruning policy
    std::optional<std::string> overlaps;   // the stored text of the setting
  };
  static std::vector<std::string> state_names(const std::string& branch);
  // A commit whose write failed with Unavailable: the store may have it or not. It contains the first `edits` edits and
  // the first `offers` proposals of those in memory. `rebase` finds out.
  struct UncertainCommit {
    CommitId id;
    std::uint64_t cycle = 0;
    std::vector<EditCall> reply;
    std::size_t edits = 0;
    std::size_t offers = 0;
  };
  bool has_changed_since(const KnownVersion& seen) const;
  bool is_in_use() const;
  void replace_admission(const std::optional<std::string>& admission, store::WriteBatch& batch) const;
  Result<void> write_admission_once(const std::optional<std::string>& admission);
  bool may_overwrite_admission(const std::optional<std::string>& admission) const;
  void drop_committed_edits(const Branch& branch);
  BranchSetup setup_of(const std::shared_ptr<Clock>& clock, TokenCounter* counter) const;
  Result<LoadedBranch> load(const std::shared_ptr<Clock>& clock, TokenCounter* counter);
  Result<std::unique_ptr<Branch>> open_once(const std::shared_ptr<Clock>& clock, TokenCounter* counter);
  Result<std::unique_ptr<Branch>> rebase_once(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                              const PendingAdmission& admitted);
  Result<LeftoverEdits> decode_leftover_edits(const std::vector<store::Edit>& edits) const;
  Result<void> restore_admission(const std::optional<std::string>& admission, Branch& branch) const;
  Result<void> check_not_stale() const;
  static Result<void> check_no_events(const LeftoverEdits& leftover);
  Result<void> write_commit_once(const OutgoingCommit& commit);
  bool note_attempt(const LoggedAttempt& logged, const std::string& text);
  store::LogExpectation expected_attempts(std::uint64_t cycle) const;
  std::optional<std::string> logged_text(const Attempt& attempt) const;
  Result<void> append_entry(const JournalEntry& entry);
  Result<void> append_entries(std::vector<std::string> entries);
  Result<void> replace_edits(const std::vector<EditCall>& calls, const std::vector<Offer>& offers, std::uint64_t last);
  store::RefMove unchanged_head() const;
  // An empty batch that fails with E_CONFLICT if the branch was deleted or made again since it was opened.
  store::WriteBatch batch() const;
  Result<void> write(store::WriteBatch& batch);
  store::StateExpectation expected_identity() const;
  Result<void> explain_other_branch() const;

  std::optional<CommitId> head_id() const { return known_.head ? std::optional(known_.head->id) : std::nullopt; }

  BranchPlace place_;
  Edits mode_;
  Receipts receipts_;  // of the branches that it opens
  Reading reading_ = Reading::FromCheckpoint;
  std::optional<std::string> damage_;
  KnownVersion known_;
  Overlaps overlaps_ = Overlaps::Refuse;
  CheckpointWriter checkpoints_;
  std::optional<LoggedAttempt> sent_;             // see `set_sent`
  store::Purged purged_ = store::Purged::Refuse;  // see `set_purged`
  store::Flush commit_flush_ = store::Flush::Now;
  std::optional<std::uint64_t> last_attempt_;  // highest number seen in the log, of all branches; nullopt: not read
  // The log text of this branch's attempts without a commit, by cycle and number.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> open_attempts_;
  // With Edits::InMemory only: the edits and proposals since the last commit, and the commits with unknown outcome.
  bool holds_ = false;
  std::vector<std::string> held_;  // entries of a group of edits that the journal does not have yet
  std::vector<EditCall> in_memory_;
  std::vector<Offer> offers_in_memory_;
  std::vector<UncertainCommit> uncertain_commits_;   // likewise
  std::optional<std::string> uncertain_admission_;   // the last admission whose write failed with Unavailable
  std::optional<std::optional<CommitId>> stale_on_;  // see `stale_on`
  std::uint64_t stale_edits_ = 0;                    // the number of leftover edits and proposals
};

}  // namespace latewood::engine
