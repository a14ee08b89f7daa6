// Reads receipts and checks them against the changes of their commits.
#include "latewood/receipt.h"

#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
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

Error wrong_receipt(const SnapshotData& snapshot, const std::string& message) {
  return {Code::Corruption, "the receipt of cycle " + std::to_string(snapshot.cycle()) + ": " + message, {}, {}};
}

// Corruption unless the candidates name every node that differs between the trees before and after the commit, and no
// other node.
Result<void> check_candidates(const Receipt& receipt, const SnapshotData& snapshot) {
  const tree::Tree& older = snapshot.older();
  intake::PartialState state([&](std::string_view id) { return held_in(older, id, *snapshot.ids); });
  std::size_t number = 0;
  for (const Candidate& candidate : receipt.candidates) {
    if (candidate.disposition == Disposition::Applied) {
      if (const auto applied = state.apply(candidate); !applied) {
        return wrong_receipt(snapshot, "candidate " + std::to_string(number) + ": " + applied.error().message);
      }
    }
    ++number;
  }
  for (const auto& [id, held] : state.nodes()) {
    if (held != held_in(snapshot.tree, id, *snapshot.ids))
      return wrong_receipt(snapshot, "its candidates make another node '" + id + "' than the commit");
  }
  std::set<Pin> pinned;
  std::set<Pin> unpinned;
  for (const Rewrite& rewrite : intake::difference(older, snapshot.tree).rewrites) {
    if (rewrite.kind == RewriteKind::Pinned) pinned.insert({rewrite.id, rewrite.parent});
    if (rewrite.kind == RewriteKind::Unpinned) unpinned.insert({rewrite.id, rewrite.parent});
    const bool is_pin = rewrite.kind == RewriteKind::Pinned || rewrite.kind == RewriteKind::Unpinned;
    if (!is_pin && !state.nodes().contains(rewrite.id))
      return wrong_receipt(snapshot, "no candidate writes the changed node '" + rewrite.id + "'");
  }
  if (pinned != state.pinned() || unpinned != state.unpinned())
    return wrong_receipt(snapshot, "its candidates change other pins than the commit");
  return {};
}

Result<void> check(const Receipt& receipt, const SnapshotData& snapshot) {
  if (receipt.cycle != snapshot.cycle())
    return wrong_receipt(snapshot, "it has the cycle " + std::to_string(receipt.cycle));
  const engine::ReceiptDigests digests = engine::digests_of(receipt.candidates);
  const engine::ReceiptDigests given{receipt.plan_digest, receipt.decision_digest, receipt.rewrites_digest};
  if (digests != given) return wrong_receipt(snapshot, "its digests are not those of its candidates");
  const bool is_without_admission = receipt.admission_digest == warp::empty_list_digest();
  if (is_without_admission && engine::policy_id_of(receipt.policy, {}) != snapshot.policy_id) {
    return wrong_receipt(snapshot, "its policy is not the one that the commit names");
  }
  return check_candidates(receipt, snapshot);
}

}  // namespace

Result<Receipt> receipt_of(const Context& context, std::string_view reference) {
  LW_TRY_ASSIGN(const Snapshot snapshot, context.snapshot(reference));
  const SnapshotData& data = engine::Access::data(snapshot);
  LW_TRY_ASSIGN(const auto bytes, engine::Access::branch(context).load_receipt(data));
  if (!bytes) {
    return broken(kReceiptMissing, "cycle " + std::to_string(data.cycle()) + " has no receipt", Code::NotFound);
  }
  auto receipt = intake::decode_receipt(*bytes);
  if (!receipt) return wrong_receipt(data, receipt.error().message);
  return receipt;
}

Result<void> engine::check_receipt_bytes(std::string_view bytes, const SnapshotData& snapshot) {
  const auto receipt = intake::decode_receipt(bytes);
  if (!receipt) return wrong_receipt(snapshot, receipt.error().message);
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
