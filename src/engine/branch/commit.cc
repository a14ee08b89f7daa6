#include "engine/branch/commit.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/arbitrate.h"
#include "engine/branch/commit_records.h"
#include "engine/branch/journal.h"
#include "engine/branch/next_commit.h"
#include "engine/branch/recorded_editor.h"
#include "engine/branch/replay_edits.h"
#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"
#include "engine/record/ledger.h"
#include "engine/record/outgoing_commit.h"
#include "engine/record/policy_id.h"
#include "lifecycle/deletions.h"
#include "lifecycle/expire.h"
#include "lifecycle/price_rules.h"
#include "lifecycle/seal.h"
#include "tree/subtree_rules.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using Entrants = BranchTimeline::Entrants;

// The turns of `newer` that differ from those of `older`.
std::vector<std::size_t> changed_places(const tree::Tree& older, const tree::Tree& newer) {
  std::vector<std::size_t> places;
  for (const warp::ChangedRing& change : warp::changed_rings(older, newer)) {
    if (change.newer) places.push_back(*change.newer);
  }
  return places;
}

// E_* of the placement rules (TREE-22) for every region and turn that the cycle changed. Snapshots are not checked
// again later.
Result<void> check_places(const tree::Tree& older, const tree::Tree& newer,
                          const std::vector<warp::ChangedRing>& changes) {
  if (newer.sys != older.sys) LW_TRY(tree::check_subtree(*newer.sys, tree::NodeClass::Sys));
  if (newer.ah != older.ah) LW_TRY(tree::check_subtree(*newer.ah, tree::NodeClass::Ah));
  for (const warp::ChangedRing& change : changes) {
    if (!change.newer) continue;
    const tree::Ring& ring = newer.rings[*change.newer];
    const bool has_new_links_only = change.older && older.rings[*change.older] == ring;
    if (!has_new_links_only) LW_TRY(tree::check_subtree(*ring, tree::NodeClass::Turn));
  }
  return {};
}

// The cycle whose commit removes the turn that this commit seals. A turn is part of the snapshot that seals it, so its
// ttl is at least 1.
Result<std::int64_t> turn_expiry(const CommitOptions& options, std::uint64_t cycle_to_commit) {
  if (!options.ttl) return tree::kNever;
  const auto cycle = static_cast<std::int64_t>(cycle_to_commit);
  if (*options.ttl >= 1 && *options.ttl < tree::kNever - cycle) return cycle + *options.ttl;
  const std::string what = "ttl " + std::to_string(*options.ttl) + " is not valid for a turn: ";
  if (*options.ttl >= 1) return broken(kTtlInvalid, what + "the most is " + std::to_string(tree::kNever - cycle - 1));
  return broken(kTtlInvalid, what + "the least is 1, the snapshot that seals the turn");
}

// The lifecycle of one commit: expire and cascade, prune, seal. Works on a copy of the draft.
class Lifecycle {
 public:
  Lifecycle(const BranchTimeline& timeline, WorkingState& working, const BeforeStep& before_step)
      : timeline_(timeline), working_(working), before_step_(before_step) {}

  Result<NextCommit> run(const CommitOptions& options) {
    LW_TRY(working_.check_stamps());
    LW_TRY_ASSIGN(const std::int64_t expiry, turn_expiry(options, working_.draft().cycle()));
    LW_TRY(check_policy(working_.policy(), working_.counter()));
    working_.settle_parent();
    next_.draft = working_.draft();
    lifecycle::Deletions deleted = lifecycle::find_deletions(timeline_.base(), working_.tree(), working_.around());
    start_report(deleted);

    LW_TRY(step("expire"));
    expire();
    LW_TRY(step("prune"));
    if (working_.policy()) LW_TRY(prune());
    keep_steps();
    if (!next_.report.departures.empty()) replace_lost_cores();
    LW_TRY(step("seal"));
    seal(expiry);
    finish_report(std::move(deleted));
    return std::move(next_);
  }

 private:
  Result<void> step(std::string_view name) const {
    if (!before_step_) return {};
    return before_step_(name);
  }

  lifecycle::Lookup lookup() const {
    return {&working_.around(), [this](std::string_view id) { return timeline_.referrers_of(id); }};
  }

  void start_report(const lifecycle::Deletions& deleted) {
    CommitReport& report = next_.report;
    const auto& policy = working_.policy();
    report.cycle = working_.draft().cycle();
    report.policy_id = policy_id_of(policy ? policy_json(*policy) : std::string(), working_.admission().policies);
    const lifecycle::Totals before = totals_of(timeline_, working_.tree(), working_.counter());
    report.nodes_before = before.nodes + deleted.totals.nodes;
    report.bytes_before = before.bytes + deleted.totals.bytes;
  }

  void expire() {
    const std::uint64_t cycle = next_.report.cycle;
    lifecycle::Outcome expired = lifecycle::expire(working_.tree(), cycle, timeline_.due_at(cycle), lookup());
    next_.draft.tree = std::move(expired.tree);
    next_.report.departures = std::move(expired.departures);
    next_.report.deferred = std::move(expired.deferred);
  }

  Result<void> prune() {
    TokenCounter* const counter = working_.counter();
    const lifecycle::Lookup lookups = lookup();
    const lifecycle::PruneScene scene{
        timeline_.base(),
        next_.draft.tree,
        next_.report.cycle,
        *working_.policy(),
        counter,
        lookups,
        [&](const tree::Tree& tree) { return totals_of(timeline_, tree, counter); },
        [&](std::uint64_t cycle) { return timeline_.due_between(next_.report.cycle, cycle); }};
    LW_TRY_ASSIGN(lifecycle::PruneOutcome pruned, lifecycle::prune_by_price(scene));
    next_.draft.tree = std::move(pruned.outcome.tree);
    CommitReport& report = next_.report;
    report.departures.insert(report.departures.end(), pruned.outcome.departures.begin(),
                             pruned.outcome.departures.end());
    report.kept = std::move(pruned.kept);
    // Pruning may have removed a deferred node together with its turn.
    std::erase_if(report.deferred,
                  [&](const std::string& id) { return !tree::find_place(next_.draft.tree, id, working_.around()); });
    return {};
  }

  // Keeps the trees before and after expiry and pruning. The receipt derives its candidates from them.
  void keep_steps() {
    const bool has_more = !next_.report.departures.empty() || !next_.report.deferred.empty();
    if (working_.keeps_receipts() && has_more) next_.steps = {working_.tree(), next_.draft.tree, {}};
  }

  void replace_lost_cores() {
    lifecycle::replace_lost_cores(next_.draft, working_.around(), changed_places(timeline_.base(), next_.draft.tree));
  }

  void seal(std::int64_t expiry) {
    if (next_.steps) next_.steps->unsealed = next_.draft.tree;
    if (working_.keeps_receipts()) next_.unsealed = next_.draft.tree.ah;
    lifecycle::seal(next_.draft, working_.around(), expiry);
    // All snapshots share one empty active head.
    const tree::Ring& head = timeline_.base().ah;
    if (*head == *next_.draft.tree.ah) next_.draft.tree.ah = head;
    next_.draft.tree.cycle = next_.report.cycle;
    next_.report.turn_id = std::string(next_.draft.tree.rings.back()->container().id());
  }

  // Departures by edits are listed before those of the lifecycle.
  void finish_report(lifecycle::Deletions deleted) {
    CommitReport& report = next_.report;
    report.departures.insert(report.departures.begin(), std::make_move_iterator(deleted.departures.begin()),
                             std::make_move_iterator(deleted.departures.end()));
    const lifecycle::Totals after = totals_of(timeline_, next_.draft.tree, working_.counter());
    report.nodes_after = after.nodes;
    report.bytes_after = after.bytes;
    next_.tokens = after.tokens;
  }

  const BranchTimeline& timeline_;
  WorkingState& working_;
  const BeforeStep& before_step_;
  NextCommit next_;
};

// Makes the edits of the reply on a draft of the next cycle. An error of the reply fails the commit before anything is
// written.
Result<void> prepare_reply(NextCommit& next, const WorkingState& working, const CommitCall& call) {
  if (call.reply.empty()) return {};
  tree::Draft following;
  following.tree = next.draft.tree;
  following.last_stamp = next.draft.last_stamp;
  following.parent = next.report.commit_id;
  // Sealing issued ids that only the new tree has. Ids of this cycle that are not in the new tree are free again.
  const tree::Surroundings& current = working.around();
  tree::Surroundings around = current;
  const tree::Subtree& sealed = *next.draft.tree.rings.back();
  around.turn_of = [&](std::string_view id) { return sealed.find(id) ? &sealed.container() : current.turn_of(id); };
  around.is_taken = [&](std::string_view id) {
    return current.is_committed(id) || tree::find_place(next.draft.tree, id, around.turn_of);
  };
  RecordedEditor recorded(following, around, call.permissions);
  for (const Component& block : call.reply) LW_TRY(recorded.editor().insert(block, 0));
  next.reply.push_back(recorded.take());
  return {};
}

CommitNote note_of(const CommitCall& call, const NextCommit& next) {
  CommitNote note = call.note;
  if (note.host_time == 0) note.host_time = next.draft.last_stamp;
  return note;
}

Result<const SnapshotData*> commit_decided(BranchTimeline& timeline, WorkingState& working, Journal* journal,
                                           const CommitCall& call, const BeforeStep& before_step) {
  const auto step = [&](std::string_view name) { return before_step ? before_step(name) : Result<void>(); };
  const tree::Tree& base = timeline.base();

  LW_TRY_ASSIGN(NextCommit next, Lifecycle(timeline, working, before_step).run(call.options));
  next.note = note_of(call, next);
  if (call.check) LW_TRY(call.check(next.draft.tree));
  const tree::Tree tree = next.draft.tree;
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(base, tree);
  LW_TRY(check_places(base, tree, changes));

  LW_TRY(step("patch"));
  LW_TRY(step("root"));
  warp::ResumableRoot root = timeline.root();
  identify(next, base, changes, root, journal == nullptr ? warp::PatchBytes::Drop : warp::PatchBytes::Keep);
  LW_TRY(step("snapshot"));
  attach_records(next, timeline, working, journal == nullptr ? RecordsIn::Memory : RecordsIn::Store);
  LW_TRY(prepare_reply(next, working, call));
  LW_TRY(timeline.check_read());

  // The write to the store. If it fails, the commit did not happen.
  if (journal != nullptr) LW_TRY(journal->write_commit(outgoing_commit(next, timeline, changes, root)));

  // From here on nothing fails. An imported active head may contain nodes of any cycle; this commit seals them.
  timeline.index_nodes(tree, changes, base.ah->has_children(0) ? Entrants::OfAnyCycle : Entrants::OfThisCycle);
  timeline.ledger().note(tree.rings.back()->container());
  const std::vector<EditCall> reply = std::move(next.reply);
  const RecordsIn records = journal == nullptr ? RecordsIn::Memory : RecordsIn::Store;
  const SnapshotData* snapshot = publish(timeline, working, std::move(next), std::move(root), records);
  for (const EditCall& each : reply) ignore(replay_edits(each, working), "prepare_reply tried it");
  return snapshot;
}

}  // namespace

Result<const SnapshotData*> commit(BranchTimeline& timeline, WorkingState& working, Journal* journal,
                                   const CommitCall& call, const BeforeStep& before_step) {
  if (working.proposals().empty()) return commit_decided(timeline, working, journal, call, before_step);
  WorkingState::Saved before = working.save();
  arbitrate(working);
  auto committed = commit_decided(timeline, working, journal, call, before_step);
  if (!committed) working.go_back_to(std::move(before));
  return committed;
}

Result<Preview> preview_commit(BranchTimeline& timeline, WorkingState& working, const BeforeStep& before_step) {
  const bool has_proposals = !working.proposals().empty();
  WorkingState::Saved before;
  if (has_proposals) before = working.save();
  if (has_proposals) arbitrate(working);
  auto next = Lifecycle(timeline, working, before_step).run({});
  if (has_proposals) working.go_back_to(std::move(before));
  if (!next) return std::move(next).error();
  LW_TRY(timeline.check_read());
  return Preview{std::move(next->draft.tree), std::move(next->report)};
}

}  // namespace latewood::engine
