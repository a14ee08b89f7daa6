#include "engine/branch/branch.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/try.h"
#include "engine/branch/adopt.h"
#include "engine/branch/arbitrate.h"
#include "engine/branch/branch_log.h"
#include "engine/branch/commit.h"
#include "engine/branch/commit_records.h"
#include "engine/branch/journal.h"
#include "engine/branch/line_owner.h"
#include "engine/branch/timeline.h"
#include "engine/branch/timeline_start.h"
#include "engine/branch/working_state.h"
#include "latewood/tokens.h"

namespace latewood::engine {

using history::SnapshotData;

// Whether there is no counter, or one of the library, which counts the same each time.
bool is_own_counter(const TokenCounter* counter) {
  const auto names = token_counter_names();
  return counter == nullptr || std::find(names.begin(), names.end(), counter->name()) != names.end();
}

// The previews of a working state that were made already. Every preview makes nodes, which stay in the pool as long as
// the branch, so that asking again and again would fill the memory.
class KnownPreviews {
 public:
  // Null if this state was not seen under its policy.
  const Preview* find(const WorkingState& working) const {
    if (working.revision() != revision_) return nullptr;
    const auto found = std::find_if(known_.begin(), known_.end(), [&working](const Known& known) {
      return known.counter == working.counter() && known.policy == working.policy();
    });
    return found == known_.end() ? nullptr : &found->preview;
  }

  // Forgets previews of other states, and of policies that were tried long ago.
  void keep(const WorkingState& working, const Preview& preview) {
    if (working.revision() != revision_) known_.clear();
    if (known_.size() == kMostPolicies) known_.erase(known_.begin());
    revision_ = working.revision();
    known_.push_back({working.policy(), working.counter(), preview});
  }

 private:
  static constexpr std::size_t kMostPolicies = 8;

  struct Known {
    std::optional<PrunePolicy> policy;
    const TokenCounter* counter = nullptr;
    Preview preview;
  };

  std::uint64_t revision_ = 0;  // of the state of all
  std::vector<Known> known_;    // the newest last
};

Branch::Branch(BranchSetup setup, std::unique_ptr<BranchTimeline> timeline)
    : setup_(std::move(setup)),
      timeline_(std::move(timeline)),
      working_(std::make_unique<WorkingState>(*timeline_, *setup_.clock, setup_.receipts)),
      previews_(std::make_unique<KnownPreviews>()) {
  set_policy(std::nullopt);
}

Branch::Branch(BranchSetup setup) : Branch(std::move(setup), std::make_unique<BranchTimeline>()) {}

Branch::Branch(BranchSetup setup, TimelineStart start)
    : Branch(std::move(setup), std::make_unique<BranchTimeline>(std::move(start))) {}

Branch::Branch(BranchSetup setup, const BranchTimeline& from, const SnapshotData& snapshot)
    : Branch(std::move(setup), std::make_unique<BranchTimeline>(from, snapshot)) {}

Branch::~Branch() = default;

// The branch that loaded a snapshot which is in no log of this one; null if the snapshot is in one.
const Branch* Branch::loader_of(const SnapshotData& snapshot) const {
  const auto& past = timeline_->past();
  const history::LineOwner* owner = past == nullptr ? nullptr : past->owner_of(snapshot);
  if (owner == nullptr && head() != nullptr && !timeline_->holds(snapshot)) {
    const history::KeptPast* kept = history::find_kept_before(*head());
    if (kept != nullptr) owner = kept->owner_of(snapshot);
  }
  return owner == nullptr ? nullptr : &owner->branch;
}

std::unique_ptr<Branch> Branch::fork(const SnapshotData& snapshot, Receipts receipts) const {
  BranchSetup setup = setup_;
  setup.receipts = receipts;
  const Branch* loader = loader_of(snapshot);
  const BranchTimeline& from = loader == nullptr ? *timeline_ : *loader->timeline_;
  std::unique_ptr<Branch> branch(new Branch(std::move(setup), from, snapshot));
  branch->set_policy(policy());
  branch->envelope_ = envelope_;
  // A window of the past lives as long as the past. Snapshots from before the collected ones are in logs of their own.
  const bool is_window = loader != nullptr && timeline_->past() != nullptr && timeline_->past()->owner_of(snapshot);
  if (is_window) branch->timeline_->keep_past(timeline_->past());
  return branch;
}

Result<void> Branch::check_may_edit(const tree::Permissions& permissions) {
  LW_TRY(working_->check_stamps());
  LW_TRY(check_maker(permissions.actor, working_->cause()));
  working_->settle_parent();
  return {};
}

Result<void> Branch::propose(Offer offer) {
  LW_TRY_ASSIGN(PendingProposal pending, try_proposal(std::move(offer), *timeline_, *working_));
  if (journal_ != nullptr) LW_TRY(journal_->write_offer(pending.offer));
  working_->add_proposal(std::move(pending));
  return {};
}

Result<void> Branch::reset() {
  if (journal_ != nullptr) LW_TRY(journal_->drop_edits());
  working_->start_cycle();
  return {};
}

const SnapshotData* Branch::adopt(const tree::Tree& tree, Envelope envelope) {
  return engine::adopt(*timeline_, *working_, tree, std::move(envelope));
}

Result<std::optional<std::string>> Branch::load_receipt(const SnapshotData& snapshot) const {
  return engine::load_receipt(snapshot, setup_.records);
}

Result<std::optional<std::string>> Branch::load_admission(const SnapshotData& snapshot) const {
  return engine::load_admission(snapshot, setup_.records);
}

const SnapshotData* Branch::head() const { return timeline_->head(); }

bool Branch::starts_late() const { return timeline_->starts_late(); }

tree::NodePool& Branch::pool() { return timeline_->pool(); }

Result<void> Branch::check_read() const { return timeline_->check_read(); }

const std::shared_ptr<BranchLife>& Branch::life() const { return timeline_->life(); }

render::PieceCache& Branch::renders() const { return timeline_->life()->renders; }

const tree::Tree& Branch::working() const { return working_->tree(); }

std::optional<tree::Place> Branch::find_working(std::string_view id) const { return working_->find(id); }

void Branch::set_policy(std::optional<PrunePolicy> policy) { working_->set_policy(std::move(policy), setup_.counter); }

const std::optional<PrunePolicy>& Branch::policy() const { return working_->policy(); }

Result<const SnapshotData*> Branch::commit(const CommitCall& call) {
  return engine::commit(*timeline_, *working_, journal_, call, before_step_);
}

Result<const SnapshotData*> Branch::commit() { return commit(CommitCall()); }

Result<Preview> Branch::preview() {
  LW_TRY(timeline_->check_read());
  // Counters of the host may fail, so they are asked each time.
  const bool is_repeatable = !before_step_ && is_own_counter(working_->counter());
  if (const Preview* known = previews_->find(*working_); known != nullptr && is_repeatable) return *known;
  LW_TRY_ASSIGN(Preview preview, preview_commit(*timeline_, *working_, before_step_));
  if (is_repeatable) previews_->keep(*working_, preview);
  return preview;
}

}  // namespace latewood::engine
