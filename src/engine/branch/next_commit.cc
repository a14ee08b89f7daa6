#include "engine/branch/next_commit.h"

#include <utility>

#include "engine/record/ledger.h"
#include "tree/ring_alignment.h"

namespace latewood::engine {
namespace {

using history::CommitDetails;
using history::SnapshotData;

// Null for a commit without any of these, as most are.
std::unique_ptr<const CommitDetails> details_of(NextCommit&& next, const std::shared_ptr<const tree::Tree>& genesis) {
  CommitReport& report = next.report;
  const bool has_no_departures = report.departures.empty() && report.deferred.empty() && report.kept.empty();
  const bool is_genesis = !next.draft.parent;
  const bool has_time = next.note.host_time != 0 && next.note.host_time != next.draft.last_stamp;
  const bool has_note = !next.note.actor.empty() || !next.note.message.empty() || has_time;
  if (has_no_departures && !is_genesis && !has_note && next.envelope == nullptr) return nullptr;
  CommitDetails details;
  details.departures = std::move(report.departures);
  details.deferred = std::move(report.deferred);
  details.kept = std::move(report.kept);
  details.nodes_before = report.nodes_before;
  details.bytes_before = report.bytes_before;
  if (is_genesis) details.genesis = genesis;
  details.envelope = std::move(next.envelope);
  details.note = std::move(next.note);
  details.late_identity = std::move(next.late_identity);
  return std::make_unique<const CommitDetails>(std::move(details));
}

}  // namespace

lifecycle::Totals totals_of(const BranchTimeline& timeline, const tree::Tree& tree, TokenCounter* counter) {
  const SnapshotData* head = timeline.head();
  const tree::Tree& base = timeline.base();
  lifecycle::Totals totals;
  if (head != nullptr) totals = {head->nodes, head->bytes, head->tokens};
  const auto correct = [&](const tree::Ring& older, const tree::Ring& newer) {
    if (older == newer) return;
    if (newer) totals += lifecycle::measure(*newer, counter);
    if (older) totals -= lifecycle::measure(*older, counter);
  };
  correct(base.sys, tree.sys);
  correct(base.ah, tree.ah);
  for (const tree::RingPair& pair : tree::differing_rings(base, tree)) {
    correct(pair.older ? base.rings[*pair.older] : nullptr, pair.newer ? tree.rings[*pair.newer] : nullptr);
  }
  return totals;
}

void identify(NextCommit& next, const tree::Tree& older, const std::vector<warp::ChangedRing>& changes,
              warp::ResumableRoot& root, warp::PatchBytes bytes) {
  CommitReport& report = next.report;
  warp::Tick tick =
      warp::make_tick(older, next.draft.tree, changes, root, {next.draft.parent, report.policy_id, bytes});
  report.commit_id = tick.id;
  report.state_root = tick.header.state_root;
  report.patch_digest = tick.header.patch_digest;
  next.patch = std::move(tick.patch);
}

const SnapshotData* publish(BranchTimeline& timeline, WorkingState& working, NextCommit next, warp::ResumableRoot root,
                            RecordsIn records_in) {
  CommitReport& report = next.report;
  for (const std::string& id : report.deferred) timeline.ledger().note_due(report.cycle + 1, id);
  SnapshotData data;
  data.tree = next.draft.tree;
  data.known_identity = {report.commit_id, report.state_root, report.patch_digest};
  data.policy_id = report.policy_id;
  data.nodes = report.nodes_after;
  data.bytes = report.bytes_after;
  data.tokens = next.tokens;
  data.last_stamp = next.draft.last_stamp;
  std::unique_ptr<const AttachedRecords> records;
  if (records_in == RecordsIn::Memory && !next.records.empty()) {
    records = std::make_unique<const AttachedRecords>(std::move(next.records));
  }
  std::unique_ptr<const CommitTrail> trail;
  if (next.trail) trail = std::make_unique<const CommitTrail>(*next.trail);
  data.details = details_of(std::move(next), timeline.genesis());
  const SnapshotData* snapshot =
      timeline.append(std::move(data), std::move(root), std::move(records), std::move(trail));
  working.start_cycle();
  return snapshot;
}

}  // namespace latewood::engine
