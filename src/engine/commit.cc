// The commit: one function whose lines are the steps of the specification, in order. All of
// it works on copies; the working state, the clock's last stamp and the head change only in
// `publish`, which cannot fail.
#include <utility>

#include "base/try.h"
#include "engine/branch.h"
#include "lifecycle/expire.h"
#include "lifecycle/seal.h"
#include "warp/commit_header.h"
#include "warp/tree_patch.h"
#include "warp/tree_root.h"

namespace latewood::engine {

using history::SnapshotData;

Result<void> Branch::step(std::string_view name) const {
  if (!before_step) return {};
  return before_step(name);
}

Result<const SnapshotData*> Branch::commit() {
  tree::Draft next = draft_;
  CommitReport report;
  report.cycle = next.cycle();

  LW_TRY(step("expire"));
  const lifecycle::Lookup lookup{&around_, [this](std::string_view id) { return referrers_of(id); }};
  lifecycle::Outcome expired = lifecycle::expire(next.tree, report.cycle, due_at(report.cycle), lookup);
  next.tree = std::move(expired.tree);
  report.departures = std::move(expired.departures);
  report.deferred = std::move(expired.deferred);

  LW_TRY(step("seal"));
  lifecycle::seal(next, around_);
  next.tree.cycle = report.cycle;
  report.turn_id = std::string(next.tree.rings.back()->container().id);

  LW_TRY(step("patch"));
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(base(), next.tree);
  const warp::TickPatch patch(warp::tree_patch(base(), next.tree, changes));
  report.patch_digest = warp::patch_digest(patch);

  LW_TRY(step("root"));
  warp::ResumableRoot root = root_;
  report.state_root = warp::advance_root(root, next.tree, changes);

  LW_TRY(step("snapshot"));
  warp::CommitHeader header{{}, report.state_root, report.patch_digest, patch.policy_id()};
  if (next.parent) header.parents.push_back(*next.parent);
  report.commit_id = warp::commit_id(header);
  index_new_nodes(next.tree, changes);
  return publish(next, std::move(report), std::move(root));
}

// Ids are indexed before the head moves, so that whoever sees the snapshot finds them.
void Branch::index_new_nodes(const tree::Tree& newer, const std::vector<warp::ChangedRing>& changes) {
  const auto add_all = [&](const tree::Subtree& subtree, const tree::Node* turn) {
    for (const tree::Subtree::Entry& entry : subtree.entries()) {
      const bool is_new = entry.node->cycle == newer.cycle && log_->ids.find(entry.node->id) == nullptr;
      if (is_new) log_->ids.add({entry.node, turn});
    }
  };
  if (newer.sys != base().sys) add_all(*newer.sys, nullptr);
  for (const warp::ChangedRing& change : changes) {
    if (change.newer) add_all(*newer.rings[*change.newer], &newer.rings[*change.newer]->container());
  }
}

const SnapshotData* Branch::publish(const tree::Draft& draft, CommitReport report, warp::ResumableRoot root) {
  SnapshotData data;
  data.tree = draft.tree;
  data.parent = head();
  if (data.parent == nullptr) data.genesis = genesis_;
  data.last_stamp = draft.last_stamp;
  if (data.parent != nullptr) data.ancestors = data.parent->ancestors.push_back(data.parent);
  for (const std::string& id : report.deferred) log_->ledger.note_due(report.cycle + 1, id);
  data.report = std::move(report);
  const SnapshotData* snapshot = &log_->snapshots.emplace_back(std::move(data), root.shared_part());
  root_ = std::move(root);
  head_.store(snapshot, std::memory_order_release);
  start_cycle();
  return snapshot;
}

}  // namespace latewood::engine
