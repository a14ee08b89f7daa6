// Laws of receipts on random histories: a receipt tells all that its commit did, and nothing else.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "engine/record/outgoing_commit.h"
#include "engine/record/receipt_seal.h"
#include "history/snapshot_data.h"
#include "intake/contexts.h"
#include "intake/receipt_bytes.h"
#include "latewood/receipt.h"
#include "support/law.h"
#include "warp/graph/tick_patch.h"
#include "warp/mapping/tree_change.h"
#include "warp/mapping/tree_ids.h"

namespace latewood {
namespace {

using engine::Access;
using test::context_with_receipts;
using test::edit_some;
using test::expect_law;
using test::maybe_prune;
using test::Random;

// DIGEST-02 to DIGEST-07, DIGEST-20: every commit has its digests, and its candidates give its tree.
TEST(ReceiptLaws, ACommitIsWhatItsCandidatesDid) {
  expect_law("the candidates of a receipt give the tree of its commit", [](Random& random) {
    Context context = context_with_receipts();
    maybe_prune(context, random);
    for (int cycle = 0; cycle < 8; ++cycle) {
      edit_some(context, random);
      RC_ASSERT(context.commit({}, test::random_commit_options(random)).has_value());
      const auto checked = check_receipt(context, "@t0");
      if (!checked) RC_LOG() << checked.error().message << '\n';
      RC_ASSERT(checked.has_value());
    }
  });
}

TEST(ReceiptLaws, EncodingAndDecodingIsIdentity) {
  expect_law("decode then encode", [](Random& random) {
    Context context = context_with_receipts();
    for (int cycle = 0; cycle < 3; ++cycle) {
      edit_some(context, random);
      RC_ASSERT(context.commit().has_value());
      const auto receipt = receipt_of(context, "@t0");
      RC_ASSERT(receipt.has_value());
      const auto again = intake::decode_receipt(intake::encode_receipt(*receipt));
      RC_ASSERT(again.has_value());
      RC_ASSERT(*again == *receipt);
    }
  });
}

bool is_structural(const warp::SlotId& slot) {
  if (const auto* edge = std::get_if<warp::EdgeSlot>(&slot)) {
    return edge->edge == warp::newest_edge() || edge->edge == warp::older_edge();
  }
  const auto* attachment = std::get_if<warp::AttachmentSlot>(&slot);
  return attachment != nullptr && attachment->key.owner == warp::Owner::Edge;
}

// A turn whose neighbours changed hangs elsewhere in the chain.
bool is_chained(const warp::SlotId& slot, const history::SnapshotData& snapshot) {
  const auto* node = std::get_if<warp::NodeSlot>(&slot);
  if (node == nullptr) return false;
  for (const warp::ChangedRing& ring : warp::changed_rings(snapshot.older(), snapshot.tree)) {
    if (ring.warp != node->warp || !ring.newer || !ring.older) continue;
    return warp::node_id(snapshot.tree.rings[*ring.newer]->container()) == node->node;
  }
  return false;
}

// PATCH-28, PATCH-29: what the patch writes, some candidate wrote; the chain of rings and the root belong to nobody.
TEST(ReceiptLaws, EverySlotThatThePatchWritesIsWrittenByACandidate) {
  expect_law("slots of the patch", [](Random& random) {
    Context context = context_with_receipts();
    maybe_prune(context, random);
    for (int cycle = 0; cycle < 6; ++cycle) {
      edit_some(context, random);
      RC_ASSERT(context.commit({}, test::random_commit_options(random)).has_value());
      std::vector<warp::SlotId> written;
      const auto receipt = receipt_of(context, "@t0");
      for (const Candidate& candidate : receipt->candidates) {
        const engine::CandidateSlots slots = engine::slots_of(candidate);
        RC_ASSERT(std::includes(slots.in.begin(), slots.in.end(), slots.out.begin(), slots.out.end()));
        written.insert(written.end(), slots.out.begin(), slots.out.end());
      }
      written = warp::canonical_slots(std::move(written));
      const history::SnapshotData& snapshot = *Access::branch(context).head();
      const warp::NodeId root = warp::node_id(*snapshot.tree.root());
      const warp::TickPatch patch = engine::patch_of(snapshot);
      for (const warp::SlotId& slot : patch.out_slots()) {
        const auto* header = std::get_if<warp::AttachmentSlot>(&slot);
        const bool is_root = (header != nullptr && header->key == warp::alpha_of(warp::trunk_id(), root)) ||
                             slot == warp::SlotId(warp::NodeSlot{warp::trunk_id(), root});
        if (is_structural(slot) || is_root || is_chained(slot, snapshot)) continue;
        // The frame of the first commit is nobody's work either.
        if (snapshot.is_genesis()) continue;
        RC_ASSERT(std::binary_search(written.begin(), written.end(), slot));
      }
    }
  });
}

// What a receipt says is held against its commit: no part of it can be changed unnoticed.
TEST(ReceiptLaws, AReceiptWithAnotherByteIsRefused) {
  expect_law("tampering", [](Random& random) {
    Context context = context_with_receipts();
    edit_some(context, random);
    RC_ASSERT(context.commit().has_value());
    const auto receipt = receipt_of(context, "@t0");
    std::string bytes = intake::encode_receipt(*receipt);
    bytes[random.below(bytes.size())] ^= static_cast<char>(1 + random.below(255));
    const auto changed = intake::decode_receipt(bytes);
    const bool is_noticed = !changed || *changed != *receipt;
    RC_ASSERT(is_noticed);
  });
}

}  // namespace
}  // namespace latewood
