// Receipts of commits: made with them, read back, and held against what the commits did.
#include "latewood/receipt.h"

#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/record/policy_id.h"
#include "engine/record/receipt_seal.h"
#include "engine/why/receipt_check.h"
#include "engine/why/slice.h"
#include "intake/partial_state.h"
#include "intake/receipt_bytes.h"
#include "intake/rewrites.h"
#include "warp/receipt_digests.h"

namespace latewood {
namespace {

using engine::held_in;
using history::SnapshotData;

Error lie(const SnapshotData& snapshot, const std::string& message) {
  return {Code::Corruption, "the receipt of cycle " + std::to_string(snapshot.cycle()) + ": " + message, {}, {}};
}

// The candidates of the cycle turn the tree before into the tree after, and say so of every node that differs.
Result<void> check_candidates(const Receipt& receipt, const SnapshotData& snapshot) {
  const tree::Tree& older = snapshot.older();
  intake::PartialState state([&](std::string_view id) { return held_in(older, id, *snapshot.ids); });
  std::size_t number = 0;
  for (const Candidate& candidate : receipt.candidates) {
    if (candidate.disposition == Disposition::Applied) {
      if (const auto applied = state.apply(candidate); !applied) {
        return lie(snapshot, "candidate " + std::to_string(number) + ": " + applied.error().message);
      }
    }
    ++number;
  }
  for (const auto& [id, held] : state.nodes()) {
    if (held != held_in(snapshot.tree, id, *snapshot.ids)) return lie(snapshot, "'" + id + "' came out otherwise");
  }
  std::set<Pin> pinned;
  std::set<Pin> unpinned;
  for (const Rewrite& rewrite : intake::difference(older, snapshot.tree).rewrites) {
    if (rewrite.kind == RewriteKind::Pinned) pinned.insert({rewrite.id, rewrite.parent});
    if (rewrite.kind == RewriteKind::Unpinned) unpinned.insert({rewrite.id, rewrite.parent});
    const bool is_pin = rewrite.kind == RewriteKind::Pinned || rewrite.kind == RewriteKind::Unpinned;
    if (!is_pin && !state.nodes().contains(rewrite.id)) return lie(snapshot, "it is silent about '" + rewrite.id + "'");
  }
  if (pinned != state.pinned() || unpinned != state.unpinned()) return lie(snapshot, "it tells of other pins");
  return {};
}

Result<void> check(const Receipt& receipt, const SnapshotData& snapshot) {
  if (receipt.cycle != snapshot.cycle()) return lie(snapshot, "it is that of cycle " + std::to_string(receipt.cycle));
  const engine::ReceiptDigests digests = engine::digests_of(receipt.candidates);
  const engine::ReceiptDigests given{receipt.plan_digest, receipt.decision_digest, receipt.rewrites_digest};
  if (digests != given) return lie(snapshot, "its candidates have other digests");
  const bool is_without_admission = receipt.admission_digest == warp::empty_list_digest();
  if (is_without_admission && engine::policy_id_of(receipt.policy, {}) != snapshot.policy_id) {
    return lie(snapshot, "its policy is not the one that the commit names");
  }
  return check_candidates(receipt, snapshot);
}

// A core that came in the head of an imported snapshot is on record, although it may claim the cycle that is sealed:
// it is placed in the turn and not made there.
void place_known(Candidate& seal, const tree::Tree& older) {
  for (Rewrite& rewrite : seal.rewrites) {
    if (rewrite.kind != RewriteKind::Made || !older.ah->find(rewrite.id)) continue;
    rewrite.kind = RewriteKind::Placed;
    rewrite.header.clear();
  }
}

// With its seals and digests, as bytes. `tree` is the one that was sealed, `older` the one before the commit.
std::string written(Receipt receipt, const tree::Ring& head, const tree::Tree& tree, const tree::Tree& older) {
  for (Candidate& seal : engine::seal_candidates({*head, *tree.rings.back(), tree.seq()->id()})) {
    place_known(seal, older);
    receipt.candidates.push_back(std::move(seal));
  }
  const engine::ReceiptDigests digests = engine::digests_of(receipt.candidates);
  receipt.plan_digest = digests.plan;
  receipt.decision_digest = digests.decision;
  receipt.rewrites_digest = digests.rewrites;
  return intake::encode_receipt(receipt);
}

}  // namespace

// Whoever keeps the commit gets the receipt written. In memory it is kept short until somebody asks: most are never
// read.
engine::KeptRecords engine::Branch::make_records(const Prepared& prepared) const {
  KeptRecords kept;
  kept.admission = admission.bytes;
  kept.events = events;
  if (!keeps_receipts) return kept;
  Receipt receipt = make_receipt(prepared);
  if (journal != nullptr) {
    kept.receipt = written(std::move(receipt), prepared.unsealed, prepared.draft.tree, base());
  } else {
    kept.receipt = intake::encode_receipt(receipt);
    kept.unsealed = prepared.unsealed;
  }
  return kept;
}

// Without what sealing did.
Receipt engine::Branch::make_receipt(const Prepared& prepared) const {
  const FindPlace find = [this](const tree::Tree& tree, std::string_view id) {
    return tree::find_place(tree, id, around_.turn_of);
  };
  Receipt receipt;
  receipt.cycle = prepared.report.cycle;
  if (policy_) receipt.policy = policy_json(*policy_);
  receipt.candidates = plan_;
  if (prepared.steps) {
    for (Candidate& step : departure_candidates(*prepared.steps, prepared.report, find)) {
      receipt.candidates.push_back(std::move(step));
    }
  }
  receipt.admission_digest = admission.bytes.empty() ? warp::empty_list_digest() : admission.digest;
  return receipt;
}

Result<std::optional<std::string>> engine::Branch::load_receipt(const SnapshotData& snapshot) const {
  const auto& kept = static_cast<const KeptSnapshot&>(snapshot).records;
  if (kept != nullptr && kept->unsealed) {
    LW_TRY_ASSIGN(Receipt receipt, intake::decode_receipt(kept->receipt));
    return std::optional(written(std::move(receipt), kept->unsealed, snapshot.tree, snapshot.older()));
  }
  if (kept != nullptr && !kept->receipt.empty()) return std::optional(kept->receipt);
  if (!records.receipt) return std::optional<std::string>();
  return records.receipt(snapshot.commit_id());
}

Result<std::optional<std::string>> engine::Branch::load_admission(const SnapshotData& snapshot) const {
  const auto& kept = static_cast<const KeptSnapshot&>(snapshot).records;
  if (kept != nullptr && !kept->admission.empty()) return std::optional(kept->admission);
  // How far streams were read is told by the newest admission, which outlives its snapshot.
  if (snapshot.is_collected() && records.last_admission) return records.last_admission(snapshot.commit_id());
  if (!records.admission) return std::optional<std::string>();
  return records.admission(snapshot.commit_id());
}

Result<Receipt> receipt_of(const Context& context, std::string_view reference) {
  LW_TRY_ASSIGN(const Snapshot snapshot, context.snapshot(reference));
  const SnapshotData& data = engine::Access::data(snapshot);
  LW_TRY_ASSIGN(const auto bytes, engine::Access::branch(context).load_receipt(data));
  if (!bytes) {
    return broken(kReceiptMissing, "cycle " + std::to_string(data.cycle()) + " has no receipt", Code::NotFound);
  }
  auto receipt = intake::decode_receipt(*bytes);
  if (!receipt) return lie(data, receipt.error().message);
  return receipt;
}

Result<void> engine::check_receipt_bytes(std::string_view bytes, const SnapshotData& snapshot) {
  const auto receipt = intake::decode_receipt(bytes);
  if (!receipt) return lie(snapshot, receipt.error().message);
  return check(*receipt, snapshot);
}

Result<void> check_receipt(const Context& context, std::string_view reference) {
  auto receipt = receipt_of(context, reference);
  if (!receipt && receipt.error().rule == kReceiptMissing) return {};
  LW_TRY(receipt);
  LW_TRY_ASSIGN(const Snapshot snapshot, context.snapshot(reference));
  return check(*receipt, engine::Access::data(snapshot));
}

}  // namespace latewood
