// What a branch writes down of itself: edits as they are made, commits as they are published.
#include <set>
#include <string>
#include <utility>

#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/record/commit_extras.h"
#include "engine/record/commit_record.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_patch.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

using tree::Node;
using tree::Payload;
using tree::Subtree;

tree::Surroundings with_clock(tree::Surroundings around, Clock& clock) {
  around.clock = &clock;
  return around;
}

// Payloads of nodes that the tree before did not have.
class NewPayloads {
 public:
  void add(const Node* older, const Node& newer) {
    if (older != &newer) take(newer);
  }
  void add(const tree::Ring& older, const tree::Ring& newer) {
    if (older == newer) return;
    std::set<const Node*> known;
    if (older) {
      for (const Subtree::Entry& entry : older->entries()) known.insert(entry.node);
    }
    for (const Subtree::Entry& entry : newer->entries()) {
      if (!known.contains(entry.node)) take(*entry.node);
    }
  }
  std::vector<const Payload*> take_all() { return std::move(payloads_); }

 private:
  void take(const Node& node) {
    const Payload* payload = node.payload();
    if (payload != nullptr && seen_.insert(payload->digest()).second) payloads_.push_back(payload);
  }

  std::set<tree::PayloadDigest> seen_;
  std::vector<const Payload*> payloads_;
};

}  // namespace

std::vector<const Payload*> new_payloads(const tree::Tree& older, const tree::Tree& newer,
                                         const std::vector<warp::ChangedRing>& changes) {
  NewPayloads payloads;
  payloads.add(older.root(), *newer.root());
  payloads.add(older.seq(), *newer.seq());
  payloads.add(older.sys, newer.sys);
  payloads.add(older.ah, newer.ah);
  for (const warp::ChangedRing& change : changes) {
    if (!change.newer) continue;
    payloads.add(change.older ? older.rings[*change.older] : tree::Ring(), newer.rings[*change.newer]);
  }
  return payloads.take_all();
}

Branch::RecordedEditor::RecordedEditor(const Branch& branch, const tree::Permissions& may)
    : RecordedEditor(branch.draft_, branch.around_, may) {}

Branch::RecordedEditor::RecordedEditor(tree::Draft draft, tree::Surroundings around, const tree::Permissions& may)
    : permissions(may),
      clock(*around.clock),
      editor(std::move(draft), with_clock(std::move(around), clock), permissions, &calls) {}

EditCall Branch::RecordedEditor::take(std::optional<EventRef> event) {
  return {std::move(calls), permissions, clock.take(), std::move(event)};
}

Result<void> Branch::replay(const EditCall& call) {
  settle_parent();
  ReplayClock clock(call.stamps);
  tree::Permissions permissions = call.permissions;
  permissions.made_before = true;
  tree::Surroundings around = with_clock(around_, clock);
  // The call says already what the policy made of its blocks; the policy may be another one by now.
  around.is_born_removable = nullptr;
  tree::Editor editor(draft_, std::move(around), permissions);
  for (const tree::MadeEdit& made : call.edits) {
    LW_TRY_ASSIGN(const std::vector<std::string> ids, tree::apply(made.edit, editor));
    if (ids == made.ids) continue;
    const std::string was = made.ids.empty() ? "nothing" : "'" + made.ids.front() + "'";
    return Error{Code::Corruption, "an edit of the journal no longer makes " + was, {}, {}};
  }
  keep(editor, call);
  return {};
}

CommitRecord Branch::record_of(const Prepared& prepared, const std::vector<warp::ChangedRing>& changes,
                               const warp::ResumableRoot& root) const {
  const CommitReport& report = prepared.report;
  CommitExtras extras;
  extras.last_stamp = prepared.draft.last_stamp;
  extras.nodes_before = report.nodes_before;
  extras.bytes_before = report.bytes_before;
  extras.departures = report.departures;
  extras.deferred = report.deferred;
  extras.kept = report.kept;
  if (!prepared.draft.parent) extras.frame = frame_headers(*genesis_);
  extras.trail = prepared.trail;

  warp::CommitHeader header{{}, report.state_root, report.patch_digest, report.policy_id};
  if (prepared.draft.parent) header.parents.push_back(*prepared.draft.parent);
  CommitRecord record;
  record.id = report.commit_id;
  record.parent = prepared.draft.parent;
  record.cycle = report.cycle;
  record.header = warp::encode_commit_header(header);
  record.patch = prepared.patch;
  record.extras = encode_extras(extras);
  record.note = prepared.note;
  record.payloads = new_payloads(base(), prepared.draft.tree, changes);
  record.reply = prepared.reply;
  if (!prepared.records.receipt.empty()) record.receipt = prepared.records.receipt;
  if (!prepared.records.admission.empty()) record.admission = prepared.records.admission;
  const std::uint64_t position = head() == nullptr ? 0 : head()->position + 1;
  record.state = CommitState{&base(),
                             &prepared.draft.tree,
                             &changes,
                             &root,
                             genesis_.get(),
                             starts_late() ? nullptr : &log_->ids,
                             report.nodes_after,
                             report.bytes_after,
                             prepared.draft.last_stamp,
                             position,
                             is_plain()};
  return record;
}

CommitState Branch::state_of(const history::SnapshotData& snapshot, const std::vector<warp::ChangedRing>& changes,
                             const warp::ResumableRoot& root) const {
  return {&snapshot.older(), &snapshot.tree,      &changes,          &root,     genesis_.get(), nullptr, snapshot.nodes,
          snapshot.bytes,    snapshot.last_stamp, snapshot.position, is_plain()};
}

warp::ResumableRoot Branch::root_at(const history::SnapshotData& snapshot) {
  return {warp::root_key(snapshot.tree), static_cast<const KeptSnapshot&>(snapshot).root};
}

warp::TickPatch patch_of(const history::SnapshotData& snapshot) {
  const tree::Tree& older = snapshot.older();
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(older, snapshot.tree);
  const auto derive = [&](warp::SlotRule rule) {
    warp::PatchParts parts = warp::tree_patch(older, snapshot.tree, changes, rule);
    parts.policy_id = snapshot.policy_id;
    return warp::TickPatch(std::move(parts));
  };
  // The digest tells by which rule the commit was made.
  warp::TickPatch patch = derive(warp::SlotRule::All);
  if (warp::patch_digest(patch) == snapshot.patch_digest()) return patch;
  return derive(warp::SlotRule::WithoutAlpha);
}

CommitRecord record_of(const history::SnapshotData& snapshot) {
  const tree::Tree& older = snapshot.older();
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(older, snapshot.tree);
  warp::CommitHeader header{{}, snapshot.state_root(), snapshot.patch_digest(), snapshot.policy_id};
  CommitRecord record;
  if (!snapshot.is_genesis()) record.parent = snapshot.before().commit_id();
  if (record.parent) header.parents.push_back(*record.parent);
  record.id = snapshot.commit_id();
  record.cycle = snapshot.cycle();
  record.header = warp::encode_commit_header(header);
  record.patch = warp::encode_patch(patch_of(snapshot));
  record.extras = encode_extras(extras_of(snapshot));
  record.note = snapshot.note();
  record.payloads = new_payloads(older, snapshot.tree, changes);
  return record;
}

}  // namespace latewood::engine
