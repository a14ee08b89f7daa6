// The commit: its lines are the steps of the specification, in order. All of it works on
// copies; the working state, the clock's last stamp and the head change only in `publish`,
// which cannot fail.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/record/policy_id.h"
#include "lifecycle/deletions.h"
#include "lifecycle/expire.h"
#include "lifecycle/prune.h"
#include "lifecycle/removable.h"
#include "lifecycle/seal.h"
#include "tree/ring_alignment.h"
#include "tree/subtree_rules.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_patch.h"
#include "warp/mapping/tree_root.h"

namespace latewood::engine {
namespace {

// Where the turns are that differ from those of the tree before.
std::vector<std::size_t> changed_places(const tree::Tree& older, const tree::Tree& newer) {
  std::vector<std::size_t> places;
  for (const warp::ChangedRing& change : warp::changed_rings(older, newer)) {
    if (change.newer) places.push_back(*change.newer);
  }
  return places;
}

// What the cycle changed must be a region or a turn as the rules want it, whoever made it
// (TREE-22): what stands in a snapshot is never asked again.
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

// About as many as there are: those of a turn that are not named after it.
std::size_t count_blocks(const tree::Tree& tree) {
  constexpr std::size_t kNamed = 2;  // the turn and its core
  std::size_t count = tree.sys->entries().size();
  for (const tree::Ring& ring : tree.rings) count += std::max(kNamed, ring->entries().size()) - kNamed;
  return count;
}

}  // namespace

using history::CommitDetails;
using history::SnapshotData;

void Branch::set_policy(std::optional<PrunePolicy> policy, TokenCounter* counter) {
  policy_ = std::move(policy);
  counter_ = counter;
  around_.is_born_removable = nullptr;
  if (!policy_ || policy_->removable.empty()) return;
  around_.is_born_removable = [this](const Component& component) {
    return lifecycle::is_born_removable(*policy_, component);
  };
}

Result<void> Branch::step(std::string_view name) const {
  if (!before_step) return {};
  return before_step(name);
}

Result<const SnapshotData*> Branch::commit(const Check& check, const std::vector<Component>& reply,
                                           const tree::Permissions& permissions, const CommitNote& note,
                                           const CommitOptions& options) {
  if (proposals_.empty()) return commit_settled(check, reply, permissions, note, options);
  WorkingState before = working_state();
  arbitrate();
  auto committed = commit_settled(check, reply, permissions, note, options);
  if (!committed) go_back_to(std::move(before));
  return committed;
}

Result<const SnapshotData*> Branch::commit_settled(const Check& check, const std::vector<Component>& reply,
                                                   const tree::Permissions& permissions, const CommitNote& note,
                                                   const CommitOptions& options) {
  LW_TRY_ASSIGN(Prepared prepared, prepare(options));
  prepared.note = note;
  if (note.host_time == 0) prepared.note.host_time = prepared.draft.last_stamp;
  if (check) LW_TRY(check(prepared.draft.tree));
  const tree::Tree& tree = prepared.draft.tree;
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(base(), tree);
  LW_TRY(check_places(base(), tree, changes));
  warp::ResumableRoot root = root_;
  LW_TRY(identify(prepared, base(), changes, root));
  prepared.records = make_records(prepared);
  bind_records(prepared);
  LW_TRY(prepare_reply(prepared, reply, permissions));
  LW_TRY(check_read());
  if (journal != nullptr) LW_TRY(journal->keep_commit(record_of(prepared, changes, root)));

  // What a head from outside held is sealed now, whatever cycle it claims.
  index_new_nodes(tree, changes, base().ah->has_children(0) ? Entrants::OfAnyCycle : Entrants::OfThisCycle);
  log_->ledger.note(tree.rings.back()->container());
  const std::vector<EditCall> opening = std::move(prepared.reply);
  const SnapshotData* snapshot = publish(std::move(prepared), std::move(root));
  for (const EditCall& call : opening) ignore(replay(call), "it was tried above");
  return snapshot;
}

// Of a commit that is kept; for those in memory it is done when they leave (engine/branch/outgoing_records.h).
void Branch::bind_records(Prepared& prepared) const {
  const KeptRecords& kept = prepared.records;
  const bool has_records = !kept.receipt.empty() || !kept.admission.empty();
  if (journal == nullptr || !has_records) return;
  const CommitTrail* before = head() == nullptr ? nullptr : trail_of(*head());
  prepared.trail = make_trail({kept.receipt, kept.admission, kept.events}, prepared.report.commit_id, prepared.note,
                              before == nullptr ? std::nullopt : std::optional(before->digest));
}

// The digests of a tree that follows `older`: its patch, its root and the commit that names them.
Result<void> Branch::identify(Prepared& prepared, const tree::Tree& older,
                              const std::vector<warp::ChangedRing>& changes, warp::ResumableRoot& root) const {
  CommitReport& report = prepared.report;
  const tree::Tree& tree = prepared.draft.tree;

  LW_TRY(step("patch"));
  warp::PatchParts parts = warp::tree_patch(older, tree, changes);
  parts.policy_id = report.policy_id;
  const warp::TickPatch patch(std::move(parts));
  report.patch_digest = warp::patch_digest(patch);
  if (journal != nullptr) prepared.patch = warp::encode_patch(patch);

  LW_TRY(step("root"));
  report.state_root = warp::advance_root(root, tree, changes);

  LW_TRY(step("snapshot"));
  warp::CommitHeader header{{}, report.state_root, report.patch_digest, report.policy_id};
  if (prepared.draft.parent) header.parents.push_back(*prepared.draft.parent);
  report.commit_id = warp::commit_id(header);
  return {};
}

// The cycle whose commit removes the turn that the commit of this cycle seals. A turn is part of the snapshot that
// seals it, so its ttl is not 0.
Result<std::int64_t> Branch::turn_expiry(const CommitOptions& options) const {
  if (!options.ttl) return tree::kNever;
  const auto cycle = static_cast<std::int64_t>(draft_.cycle());
  if (*options.ttl >= 1 && *options.ttl < tree::kNever - cycle) return cycle + *options.ttl;
  return broken(kTtlInvalid, "ttl " + std::to_string(*options.ttl) +
                                 " is no ttl of a turn: it is in the snapshot that seals it, so 1 is the least");
}

// Expire and cascade, prune, seal: on a copy of the working state.
Result<Branch::Prepared> Branch::prepare(const CommitOptions& options) {
  LW_TRY(check_stamps());
  LW_TRY_ASSIGN(const std::int64_t expiry, turn_expiry(options));
  LW_TRY(check_policy(policy_, counter_));
  settle_parent();
  Prepared prepared{draft_, {}, 0, {}};
  CommitReport& report = prepared.report;
  report.cycle = draft_.cycle();
  report.policy_id = policy_id_of(policy_ ? policy_json(*policy_) : std::string(), admission.policies);
  lifecycle::Deletions deleted = lifecycle::find_deletions(base(), draft_.tree, around_);
  const lifecycle::Totals before = totals_of(draft_.tree);
  report.nodes_before = before.nodes + deleted.totals.nodes;
  report.bytes_before = before.bytes + deleted.totals.bytes;

  LW_TRY(step("expire"));
  const lifecycle::Lookup lookup{&around_, [this](std::string_view id) { return referrers_of(id); }};
  lifecycle::Outcome expired = lifecycle::expire(draft_.tree, report.cycle, due_at(report.cycle), lookup);
  prepared.draft.tree = std::move(expired.tree);
  report.departures = std::move(expired.departures);
  report.deferred = std::move(expired.deferred);

  LW_TRY(step("prune"));
  if (policy_) prune(prepared, lookup);
  const bool tells_more = !report.departures.empty() || !report.deferred.empty();
  if (keeps_receipts && tells_more) prepared.steps = {draft_.tree, prepared.draft.tree, {}};

  if (!report.departures.empty()) {
    lifecycle::replace_lost_cores(prepared.draft, around_, changed_places(base(), prepared.draft.tree));
  }

  LW_TRY(step("seal"));
  if (prepared.steps) prepared.steps->unsealed = prepared.draft.tree;
  if (keeps_receipts) prepared.unsealed = prepared.draft.tree.ah;
  lifecycle::seal(prepared.draft, around_, expiry);
  // One empty head serves all snapshots.
  if (*base().ah == *prepared.draft.tree.ah) prepared.draft.tree.ah = base().ah;
  prepared.draft.tree.cycle = report.cycle;
  report.turn_id = std::string(prepared.draft.tree.rings.back()->container().id());

  // Edits come before the steps.
  report.departures.insert(report.departures.begin(), std::make_move_iterator(deleted.departures.begin()),
                           std::make_move_iterator(deleted.departures.end()));
  const lifecycle::Totals after = totals_of(prepared.draft.tree);
  report.nodes_after = after.nodes;
  report.bytes_after = after.bytes;
  prepared.tokens = after.tokens;
  return prepared;
}

void Branch::prune(Prepared& prepared, const lifecycle::Lookup& lookup) const {
  const tree::Tree& tree = prepared.draft.tree;
  lifecycle::PruneOutcome pruned = lifecycle::prune(tree, totals_of(tree), *policy_, counter_, lookup);
  prepared.draft.tree = std::move(pruned.outcome.tree);
  CommitReport& report = prepared.report;
  report.departures.insert(report.departures.end(), pruned.outcome.departures.begin(), pruned.outcome.departures.end());
  report.kept = std::move(pruned.kept);
  // What was held back may have gone after all, with its turn.
  std::erase_if(report.deferred,
                [&](const std::string& id) { return !tree::find_place(prepared.draft.tree, id, around_); });
}

Result<tree::Tree> Branch::preview() {
  LW_TRY_ASSIGN(NextCommit next, preview_commit());
  return std::move(next.tree);
}

Result<Branch::NextCommit> Branch::preview_commit() {
  const bool is_settled = proposals_.empty();
  WorkingState before;
  if (!is_settled) before = working_state();
  arbitrate();
  auto prepared = prepare();
  if (!is_settled) go_back_to(std::move(before));
  if (!prepared) return std::move(prepared).error();
  LW_TRY(check_read());
  return NextCommit{std::move(prepared->draft.tree), std::move(prepared->report)};
}

// The totals of a tree that follows the base: the base's, corrected by what differs.
lifecycle::Totals Branch::totals_of(const tree::Tree& tree) const {
  const SnapshotData* head = this->head();
  lifecycle::Totals totals;
  if (head != nullptr) totals = {head->nodes, head->bytes, head->tokens};
  const auto correct = [&](const tree::Ring& older, const tree::Ring& newer) {
    if (older == newer) return;
    if (newer) totals += lifecycle::measure(*newer, counter_);
    if (older) totals -= lifecycle::measure(*older, counter_);
  };
  correct(base().sys, tree.sys);
  correct(base().ah, tree.ah);
  for (const tree::RingPair& pair : tree::differing_rings(base(), tree)) {
    correct(pair.older ? base().rings[*pair.older] : nullptr, pair.newer ? tree.rings[*pair.newer] : nullptr);
  }
  return totals;
}

// The reply must be insertable into the cycle to come; tried before anything is published.
Result<void> Branch::prepare_reply(Prepared& prepared, const std::vector<Component>& reply,
                                   const tree::Permissions& permissions) const {
  if (reply.empty()) return {};
  tree::Draft next;
  next.tree = prepared.draft.tree;
  next.last_stamp = prepared.draft.last_stamp;
  next.parent = prepared.report.commit_id;
  // Sealing made ids of which only the tree to be knows, and ids of this cycle that are not in it
  // are free again.
  tree::Surroundings around = around_;
  const tree::Subtree& sealed = *prepared.draft.tree.rings.back();
  around.turn_of = [&](std::string_view id) { return sealed.find(id) ? &sealed.container() : around_.turn_of(id); };
  around.is_taken = [&](std::string_view id) {
    return around_.is_committed(id) || tree::find_place(prepared.draft.tree, id, around.turn_of);
  };
  RecordedEditor recorded(next, around, permissions);
  for (const Component& block : reply) LW_TRY(recorded.editor.insert(block, 0));
  prepared.reply.push_back(recorded.take());
  return {};
}

// Ids are indexed before the head moves, so that whoever sees the snapshot finds them.
void Branch::index_new_nodes(const tree::Tree& newer, const std::vector<warp::ChangedRing>& changes,
                             Entrants entrants) {
  if (starts_late()) return index_later_nodes(newer, changes);
  // Then a lookup would say so of each.
  const bool all_are_new = log_->ids.size() == 0 && ancestors_.empty();
  if (all_are_new && newer.rings.size() > 1) log_->ids.reserve(count_blocks(newer));
  const auto add_all = [&](const tree::Subtree& subtree, const tree::Node* turn) {
    for (const tree::Subtree::Entry& entry : subtree.entries()) {
      const bool may_be_new = entrants == Entrants::OfAnyCycle || entry.node->cycle() == newer.cycle;
      if (!may_be_new) continue;
      const auto known = all_are_new ? std::nullopt : log_->scope.find(entry.node->id());
      // What stands in another turn than before is noted again, in a log that does not know it yet. Regions are
      // searched, and earlier snapshots of this log still have the node where it was.
      const bool has_moved = turn != nullptr && known && !known->is_in(turn);
      const bool is_new = !known || (has_moved && !log_->ids.find(entry.node->id()));
      if (is_new) log_->ids.add(*entry.node, turn);
    }
  };
  if (newer.sys != base().sys) add_all(*newer.sys, nullptr);
  for (const warp::ChangedRing& change : changes) {
    if (change.newer) add_all(*newer.rings[*change.newer], &newer.rings[*change.newer]->container());
  }
}

// Without asking those who were not loaded: what the turn had before is known to them or noted here.
void Branch::index_later_nodes(const tree::Tree& newer, const std::vector<warp::ChangedRing>& changes) {
  const auto add_new = [&](const tree::Ring& older, const tree::Ring& ring, const tree::Node* turn) {
    if (older == ring) return;
    std::set<const tree::Node*> before;
    if (older) {
      for (const tree::Subtree::Entry& entry : older->entries()) before.insert(entry.node);
    }
    for (const tree::Subtree::Entry& entry : ring->entries()) {
      bool is_new = !before.contains(entry.node) && !log_->ids.find(entry.node->id());
      // What came to the system region from a turn is found there in the snapshots that have it there.
      if (is_new && turn == nullptr) is_new = !log_->scope.find(entry.node->id());
      if (is_new) log_->ids.add(*entry.node, turn);
    }
  };
  add_new(base().sys, newer.sys, nullptr);
  for (const warp::ChangedRing& change : changes) {
    if (!change.newer) continue;
    const tree::Ring& ring = newer.rings[*change.newer];
    add_new(change.older ? base().rings[*change.older] : tree::Ring(), ring, &ring->container());
  }
}

// What few commits have to say; null for the others.
std::unique_ptr<const CommitDetails> Branch::details_of(Prepared&& prepared) const {
  CommitReport& report = prepared.report;
  const bool says_nothing = report.departures.empty() && report.deferred.empty() && report.kept.empty();
  const bool is_genesis = !prepared.draft.parent;
  const bool has_time = prepared.note.host_time != 0 && prepared.note.host_time != prepared.draft.last_stamp;
  const bool has_note = !prepared.note.actor.empty() || !prepared.note.message.empty() || has_time;
  if (says_nothing && !is_genesis && !has_note && prepared.envelope == nullptr) return nullptr;
  CommitDetails details;
  details.departures = std::move(report.departures);
  details.deferred = std::move(report.deferred);
  details.kept = std::move(report.kept);
  details.nodes_before = report.nodes_before;
  details.bytes_before = report.bytes_before;
  if (is_genesis) details.genesis = genesis_;
  details.envelope = std::move(prepared.envelope);
  details.note = std::move(prepared.note);
  details.late_identity = std::move(prepared.late_identity);
  return std::make_unique<const CommitDetails>(std::move(details));
}

const SnapshotData* Branch::publish(Prepared prepared, warp::ResumableRoot root) {
  CommitReport& report = prepared.report;
  for (const std::string& id : report.deferred) log_->ledger.note_due(report.cycle + 1, id);
  SnapshotData data;
  data.tree = prepared.draft.tree;
  data.known_identity = {report.commit_id, report.state_root, report.patch_digest};
  data.policy_id = report.policy_id;
  data.nodes = report.nodes_after;
  data.bytes = report.bytes_after;
  data.tokens = prepared.tokens;
  data.last_stamp = prepared.draft.last_stamp;
  data.ids = &log_->scope;
  std::unique_ptr<const KeptRecords> records_here;
  const bool has_records = !prepared.records.receipt.empty() || !prepared.records.admission.empty();
  if (journal == nullptr && has_records) records_here.reset(new KeptRecords(std::move(prepared.records)));
  std::unique_ptr<const CommitTrail> trail;
  if (prepared.trail) trail = std::make_unique<const CommitTrail>(*prepared.trail);
  data.details = details_of(std::move(prepared));
  history::link(data, head());
  KeptSnapshot* snapshot = &log_->snapshots.emplace_back(std::move(data), root.mark());
  snapshot->records = std::move(records_here);
  snapshot->trail = std::move(trail);
  root_ = std::move(root);
  head_.store(snapshot, std::memory_order_release);
  start_cycle();
  return snapshot;
}

}  // namespace latewood::engine
