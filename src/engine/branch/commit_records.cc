#include "engine/branch/commit_records.h"

#include <utility>

#include "base/try.h"
#include "engine/branch/next_commit.h"
#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"
#include "engine/record/commit_extras.h"
#include "engine/record/outgoing_commit.h"
#include "engine/record/pending_proposal.h"
#include "engine/record/plan.h"
#include "engine/record/receipt_seal.h"
#include "engine/record/record_source.h"
#include "engine/record/snapshot_annex.h"
#include "intake/receipt_bytes.h"
#include "warp/commit_header.h"
#include "warp/receipt_digests.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;

// Marks the nodes that sealing only moved into the turn. The core of an imported active head was recorded with its
// snapshot, even if its cycle is the one that is sealed now.
void place_known(Candidate& seal, const tree::Tree& older) {
  for (Rewrite& rewrite : seal.rewrites) {
    if (rewrite.kind != RewriteKind::Made || !older.ah->find(rewrite.id)) continue;
    rewrite.kind = RewriteKind::Placed;
    rewrite.header.clear();
  }
}

// Adds the seals and digests to the receipt and encodes it. `tree` is the sealed tree, `older` the tree of the commit
// before.
std::string encode_sealed(Receipt receipt, const tree::Ring& head, const tree::Tree& tree, const tree::Tree& older) {
  for (Candidate& seal : seal_candidates({*head, *tree.rings.back(), tree.seq()->id()})) {
    place_known(seal, older);
    receipt.candidates.push_back(std::move(seal));
  }
  const ReceiptDigests digests = digests_of(receipt.candidates);
  receipt.plan_digest = digests.plan;
  receipt.decision_digest = digests.decision;
  receipt.rewrites_digest = digests.rewrites;
  return intake::encode_receipt(receipt);
}

// The receipt without the candidates of sealing.
Receipt make_receipt(const NextCommit& next, const WorkingState& working) {
  const FindPlace find = [&working](const tree::Tree& tree, std::string_view id) {
    return tree::find_place(tree, id, working.around().turn_of);
  };
  Receipt receipt;
  receipt.cycle = next.report.cycle;
  if (working.policy()) receipt.policy = policy_json(*working.policy());
  receipt.candidates = working.plan();
  if (next.steps) {
    for (Candidate& step : departure_candidates(*next.steps, next.report, find)) {
      receipt.candidates.push_back(std::move(step));
    }
  }
  const PendingAdmission& admission = working.admission();
  receipt.admission_digest = admission.bytes.empty() ? warp::empty_list_digest() : admission.digest;
  return receipt;
}

}  // namespace

void attach_records(NextCommit& next, const BranchTimeline& timeline, const WorkingState& working, RecordsIn where) {
  AttachedRecords& records = next.records;
  records.admission = working.admission().bytes;
  records.events = working.events();
  if (working.keeps_receipts()) {
    Receipt receipt = make_receipt(next, working);
    if (where == RecordsIn::Store) {
      records.receipt = encode_sealed(std::move(receipt), next.unsealed, next.draft.tree, timeline.base());
    } else {
      records.receipt = intake::encode_receipt(receipt);
      records.unsealed = next.unsealed;
    }
  }
  // Records in memory get their trail when they are exported or stored (outgoing_records.h).
  if (where == RecordsIn::Memory || records.empty()) return;
  const CommitTrail* before = timeline.head() == nullptr ? nullptr : trail_of(*timeline.head());
  next.trail = make_trail({records.receipt, records.admission, records.events}, next.report.commit_id, next.note,
                          before == nullptr ? std::nullopt : std::optional(before->digest));
}

OutgoingCommit outgoing_commit(const NextCommit& next, const BranchTimeline& timeline,
                               const std::vector<warp::ChangedRing>& changes, const warp::ResumableRoot& root) {
  const CommitReport& report = next.report;
  CommitExtras extras;
  extras.last_stamp = next.draft.last_stamp;
  extras.nodes_before = report.nodes_before;
  extras.bytes_before = report.bytes_before;
  extras.departures = report.departures;
  extras.deferred = report.deferred;
  extras.kept = report.kept;
  if (!next.draft.parent) extras.frame = frame_headers(*timeline.genesis());
  extras.trail = next.trail;

  warp::CommitHeader header{{}, report.state_root, report.patch_digest, report.policy_id};
  if (next.draft.parent) header.parents.push_back(*next.draft.parent);
  OutgoingCommit commit;
  commit.id = report.commit_id;
  commit.parent = next.draft.parent;
  commit.cycle = report.cycle;
  commit.header = warp::encode_commit_header(header);
  commit.patch = next.patch;
  commit.extras = encode_extras(extras);
  commit.note = next.note;
  commit.payloads = new_payloads(timeline.base(), next.draft.tree, changes);
  commit.reply = next.reply;
  if (!next.records.receipt.empty()) commit.receipt = next.records.receipt;
  if (!next.records.admission.empty()) commit.admission = next.records.admission;
  const std::uint64_t position = timeline.head() == nullptr ? 0 : timeline.head()->position + 1;
  commit.state = CommitState{&timeline.base(),         &next.draft.tree,   &changes,           &root,
                             timeline.genesis().get(), timeline.all_ids(), report.nodes_after, report.bytes_after,
                             next.draft.last_stamp,    position,           timeline.is_plain()};
  return commit;
}

CommitState state_after(const SnapshotData& snapshot, const BranchTimeline& timeline,
                        const std::vector<warp::ChangedRing>& changes, const warp::ResumableRoot& root) {
  return {&snapshot.older(),        &snapshot.tree,    &changes,           &root,
          timeline.genesis().get(), nullptr,           snapshot.nodes,     snapshot.bytes,
          snapshot.last_stamp,      snapshot.position, timeline.is_plain()};
}

Result<std::optional<std::string>> load_receipt(const SnapshotData& snapshot, const RecordSource& source) {
  const auto& records = snapshot.annex->records;
  if (records != nullptr && records->unsealed) {
    LW_TRY_ASSIGN(Receipt receipt, intake::decode_receipt(records->receipt));
    return std::optional(encode_sealed(std::move(receipt), records->unsealed, snapshot.tree, snapshot.older()));
  }
  if (records != nullptr && !records->receipt.empty()) return std::optional(records->receipt);
  if (!source.receipt) return std::optional<std::string>();
  return source.receipt(snapshot.commit_id());
}

Result<std::optional<std::string>> load_admission(const SnapshotData& snapshot, const RecordSource& source) {
  const auto& records = snapshot.annex->records;
  if (records != nullptr && !records->admission.empty()) return std::optional(records->admission);
  // The newest admission has the read positions of all streams, and it outlives its snapshot.
  if (snapshot.is_collected() && source.last_admission) return source.last_admission(snapshot.commit_id());
  if (!source.admission) return std::optional<std::string>();
  return source.admission(snapshot.commit_id());
}

}  // namespace latewood::engine
