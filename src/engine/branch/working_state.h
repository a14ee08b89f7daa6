// The uncommitted side of a branch: the tree with this cycle's edits, and the plan of the next commit.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/edit_call.h"
#include "engine/record/pending_proposal.h"
#include "engine/record/stamp_clocks.h"
#include "engine/record/trail.h"
#include "latewood/clock.h"
#include "latewood/policy.h"
#include "latewood/receipt.h"
#include "latewood/result.h"
#include "tree/edit/draft.h"

namespace latewood::tree {
class Editor;
}

namespace latewood::engine {

class BranchTimeline;
enum class Receipts : std::uint8_t;

class WorkingState {
 public:
  // The timeline and the clock must outlive this object.
  WorkingState(BranchTimeline& timeline, Clock& clock, Receipts receipts);
  WorkingState(const WorkingState&) = delete;
  WorkingState& operator=(const WorkingState&) = delete;

  const tree::Draft& draft() const { return draft_; }
  const tree::Tree& tree() const { return draft_.tree; }
  std::optional<tree::Place> find(std::string_view id) const {
    return tree::find_place(draft_.tree, id, around_.turn_of);
  }
  // Lookups for an editor of this working state.
  const tree::Surroundings& around() const { return around_; }
  // Lookups for an editor of the head. Edits of this cycle have no effect on them.
  tree::Surroundings committed_surroundings() const;
  bool keeps_receipts() const { return keeps_receipts_; }
  // A number that changes with everything that the next commit depends on, except for the policy.
  std::uint64_t revision() const { return revision_; }

  // Forgets the edits, proposals and admissions of the cycle and starts a new one on the timeline's head.
  void start_cycle();

  // E_STAMPS_EXHAUSTED if an imported node has a stamp so late that no stamps are left for new nodes.
  Result<void> check_stamps() const;
  // Call before nodes are made: their ids derive from the id of the head's commit, and an imported head computes its id
  // here.
  void settle_parent();
  // A stamp for a record that is not a node, such as an attempt: above `previous` and above the stamps of all nodes.
  std::int64_t time_after(std::int64_t previous);

  // Takes over the draft of an editor that was made on this state. The second overload also adds the call to the plan
  // as a candidate, if the branch keeps receipts.
  void keep(const tree::Editor& editor);
  void keep(const tree::Editor& editor, const EditCall& call);

  // ---- the plan of the cycle ----

  const std::vector<Candidate>& plan() const { return plan_; }
  void add_candidate(Candidate candidate) { plan_.push_back(std::move(candidate)); }
  // In the order in which the commit decides them.
  const std::vector<PendingProposal>& proposals() const { return proposals_; }
  void add_proposal(PendingProposal pending);

  // The events of streams that were admitted for the next commit. `start_cycle` clears it.
  const PendingAdmission& admission() const { return admission_; }
  void set_admission(PendingAdmission admission) { admission_ = std::move(admission); }
  // The mark of the event log that the next commit records; nullopt: none.
  const std::optional<EventsMark>& events() const { return events_; }
  void set_events(std::optional<EventsMark> events) { events_ = std::move(events); }
  // The event that causes the following edits; nullopt: none.
  const std::optional<EventRef>& cause() const { return cause_; }
  void set_cause(std::optional<EventRef> cause) { cause_ = std::move(cause); }
  // Whether an edit or proposal of this cycle has a cause, or events were admitted.
  bool names_events() const;

  // ---- the policy ----

  // Sets the policy for pruning from the next commit on and for removable blocks from the next edit on. `counter` may
  // be null and must outlive this object.
  void set_policy(std::optional<PrunePolicy> policy, TokenCounter* counter);
  const std::optional<PrunePolicy>& policy() const { return policy_; }
  TokenCounter* counter() const { return counter_; }

  // ---- going back ----

  // The state before an arbitration, to which a failed commit goes back.
  struct Saved {
    tree::Draft draft;
    std::map<std::string, const tree::Node*, std::less<>> fresh;
    std::vector<Candidate> plan;
  };
  Saved save() const { return {draft_, fresh_, plan_}; }
  void go_back_to(Saved saved);

 private:
  void set_up_surroundings();

  BranchTimeline& timeline_;
  StrictClock clock_;
  const bool keeps_receipts_;
  tree::Surroundings around_;
  tree::Draft draft_;
  std::uint64_t revision_ = 0;
  // Ids of this cycle's nodes, with the turn of each. Deleted nodes stay in it: an id is never used twice.
  std::map<std::string, const tree::Node*, std::less<>> fresh_;
  std::vector<Candidate> plan_;  // empty without receipts
  std::vector<PendingProposal> proposals_;
  PendingAdmission admission_;
  std::optional<EventsMark> events_;
  std::optional<EventRef> cause_;
  std::optional<PrunePolicy> policy_;
  TokenCounter* counter_ = nullptr;
};

// An error if the actor and the event of an edit could not be stored and read back: text that is not UTF-8, or an event
// number above 2^63 - 1.
Result<void> check_maker(const std::string& actor, const std::optional<EventRef>& event);

// E_OPTION_INVALID for a target above its trigger, a budget in tokens without a counter, a budget that pruning can
// never meet, bands that overlap, and rules without a condition. `counter` may be null.
Result<void> check_policy(const std::optional<PrunePolicy>& policy, const TokenCounter* counter);

}  // namespace latewood::engine
