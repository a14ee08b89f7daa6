// A branch of a context in a store: everything the branch does is written there before anybody
// sees it. docs/commit.md has the way of a commit, docs/durability.md what survives what.
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
#include "engine/session/attempts.h"
#include "engine/stored/checkpoint_writer.h"
#include "engine/stored/open_line.h"
#include "latewood/attempt.h"
#include "latewood/context.h"
#include "latewood/ext/store.h"
#include "latewood/policy.h"
#include "latewood/result.h"

namespace latewood::engine {

// Where a branch lies.
struct BranchPlace {
  std::shared_ptr<store::Store> store;
  store::ContextKey context{};
  std::string branch;
};

class StoredBranch : public Journal {
 public:
  // Whether the working state is written down too, or stays in this process until the commit.
  enum class Edits { Written, InMemory };

  StoredBranch(BranchPlace place, Edits edits) : place_(std::move(place)), mode_(edits) {}

  // Reads the branch, its policy, and the edits that an earlier process left. Edits that were
  // made on another head are not applied; see `is_stale`.
  Result<std::unique_ptr<Branch>> open(const std::shared_ptr<Clock>& clock, TokenCounter* counter);
  // The same, but edits that were made on another head are made again on this one: ids are kept
  // where they are free, cycle and stamps are issued anew. If one of them fails, nothing changes
  // and the error says which. `admitted` is what was let in for the commit that does not come, or comes now.
  Result<std::unique_ptr<Branch>> rebase(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                         const PendingAdmission& admitted);

  // The branch as it is now, read from its patches, after E_PAGE_DAMAGED, or after a
  // page was collected, which is no damage. E_CONFLICT if others have committed or edited since.
  // Once it was asked for, checkpoints are not read any more.
  Result<std::unique_ptr<Branch>> reread(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                         const std::optional<std::string>& damage);
  // What made that necessary, here or where it was opened; nothing: nothing did.
  const std::optional<std::string>& damage() const { return damage_; }

  // Whether there are edits that were made on another head than that of the branch. Then nothing
  // can be edited or committed until they are rebased or dropped: E_CONFLICT.
  bool is_stale() const { return stale_on_.has_value(); }
  // How many of them there are.
  std::uint64_t stale_edits() const { return is_stale() ? stale_edits_ : 0; }

  const std::string& name() const { return place_.branch; }
  const BranchPlace& place() const { return place_; }

  Result<void> keep_edit(const EditCall& call) override;
  Result<void> keep_offer(const Offer& offer) override;
  Result<void> drop_edits() override;
  Result<void> keep_commit(const CommitRecord& commit) override;

  // What was let in from streams and waits for the commit; empty: nothing any more.
  Result<void> keep_admission(const std::string& bytes);

  Result<void> keep_policy(const std::optional<PrunePolicy>& policy);

  // What becomes of overlapping keys: the setting of the context, as it was when the branch was read.
  Overlaps overlaps() const { return overlaps_; }
  Result<void> keep_overlaps(Overlaps overlaps);

  // Attempts of this branch, oldest first.
  Result<Attempts> load_attempts();
  // Brings those from `first` on up to what the store has now: others may have begun and ended some. Whether one
  // of them was not known, or known otherwise.
  Result<bool> refresh(Attempts& attempts, std::uint64_t first);
  // Which those may be whose number is not known yet.
  std::uint64_t first_unseen_attempt() const { return last_attempt_.value_or(0) + 1; }
  // The number of the first that is known of the cycle; nothing if none is.
  std::optional<std::uint64_t> first_attempt_of(std::uint64_t cycle) const;
  Result<std::uint64_t> next_attempt();
  // A new one, or one that has changed. E_CONFLICT if others took the number or changed it, or if they committed
  // before a reply to what was sent.
  Result<void> keep_attempt(const Attempt& attempt, const std::vector<Component>& reply);

  // What the next commit is the snapshot of; nothing: no attempt waits for it. The commit writes down that it
  // took it.
  std::optional<LoggedAttempt> sent;

  // The head that edits were made on which an earlier process left, if that is not the head of the branch.
  const std::optional<std::optional<CommitId>>& stale_on() const { return stale_on_; }

  // Whether commits of the branches that it opens get receipts.
  bool keeps_receipts = true;

  // Whether purged payloads may come back with the next writes.
  store::Purged purged = store::Purged::Refuse;

 private:
  // The edits that a process left, and those it offered.
  struct Left {
    std::vector<EditCall> calls;
    std::vector<Offer> offers;
    std::optional<CommitId> base;  // of the first of them
    bool is_empty() const { return calls.empty() && offers.empty(); }
    std::uint64_t last = 0;  // number in the journal
  };
  // What tells this branch from others of its name.
  struct Identity {
    std::optional<std::string> life;    // see `life_name`
    std::optional<std::string> in_use;  // the state that names the branch in use: one without commits is only that
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  // A branch and what the store has for it, all of one moment.
  struct Loaded {
    std::unique_ptr<Branch> branch;
    Left left;
    std::optional<std::string> admission;
  };
  // Where the branch was when it was last looked at or written to.
  struct Seen {
    std::optional<store::Head> head;
    Identity identity;
    std::uint64_t last_edit = 0;           // number in the journal
    std::optional<std::string> admission;  // what was let in for the next commit, as it is kept
  };
  // A commit that may have taken effect although the store could not say so. It took the first edits and offers of
  // those in memory.
  struct Doubt {
    CommitId id;
    std::uint64_t cycle = 0;
    std::vector<EditCall> reply;
    std::size_t edits = 0;
    std::size_t offers = 0;
  };
  bool is_elsewhere(const Seen& seen) const;
  bool is_in_use() const;
  void replace_admission(const std::optional<std::string>& admission, store::WriteBatch& batch) const;
  Result<void> write_admission(const std::optional<std::string>& admission);
  bool is_of_nobody(const std::optional<std::string>& admission) const;
  void leave_out_committed(const Branch& branch);
  Result<Loaded> load(const std::shared_ptr<Clock>& clock, TokenCounter* counter);
  Result<std::unique_ptr<Branch>> opened(const std::shared_ptr<Clock>& clock, TokenCounter* counter);
  Result<std::unique_ptr<Branch>> rebased(const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                          const PendingAdmission& admitted);
  Result<Left> left_edits(const std::vector<store::Edit>& edits) const;
  Result<void> admit(const std::optional<std::string>& admission, Branch& branch) const;
  Result<void> check_not_stale() const;
  static Result<void> check_no_events(const Left& left);
  Result<void> write_commit(const CommitRecord& commit);
  bool note_attempt(const LoggedAttempt& logged, const std::string& text);
  store::LogExpectation seen_attempts(std::uint64_t cycle) const;
  std::optional<std::string> logged_text(const Attempt& attempt) const;
  Result<void> keep_entry(const JournalEntry& entry);
  Result<void> write_instead(const std::vector<EditCall>& calls, const std::vector<Offer>& offers, std::uint64_t last);
  store::RefMove unmoved() const;
  // A batch that is written only while the branch is the one that was opened.
  store::WriteBatch batch() const;
  Result<void> write(store::WriteBatch& batch);
  store::StateExpectation expected_identity() const;
  Result<void> not_the_same() const;

  std::optional<CommitId> head_id() const { return seen_.head ? std::optional(seen_.head->id) : std::nullopt; }

  BranchPlace place_;
  Edits mode_;
  Reading reading_ = Reading::Late;
  std::optional<std::string> damage_;
  Seen seen_;
  Overlaps overlaps_ = Overlaps::Refuse;
  CheckpointWriter checkpoints_;
  std::optional<std::uint64_t> last_attempt_;  // of all branches, as far as they were looked at
  // Attempts of the branch that no commit took, as the log has them, by their cycle and their number.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> open_attempts_;
  std::vector<EditCall> in_memory_;                  // of this cycle, if they are not written
  std::vector<Offer> offers_in_memory_;              // likewise
  std::vector<Doubt> doubts_;                        // likewise
  std::optional<std::string> tried_admission_;       // the last one of which the store could not say what became of it
  std::optional<std::optional<CommitId>> stale_on_;  // the head that left edits were made on
  std::uint64_t stale_edits_ = 0;                    // how many those are
};

}  // namespace latewood::engine
