// Which slots a commit says it wrote, by the rule of today and by the one before it.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/branch/branch_edit.h"
#include "engine/branch/restore.h"
#include "engine/record/outgoing_commit.h"
#include "support/context_probe.h"
#include "tree/edit/editor.h"
#include "warp/commit_header.h"
#include "warp/graph/tick_patch.h"

namespace latewood {
namespace {

using engine::Access;
using engine::OutgoingCommit;
using test::block;
using test::block_with_ttl;
using test::must;
using test::open_context;

using ChangePatch = std::function<void(warp::PatchParts& parts)>;

// Two blocks of one turn expire at the second commit; a third stays.
Context context_with_deletions() {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1)));
  must(context.insert(block_with_ttl("b", 1)));
  must(context.insert(block("c")));
  must(context.commit());
  must(context.commit());
  return context;
}

std::vector<warp::SlotId> deleted_alphas(const warp::TickPatch& patch) {
  std::vector<warp::SlotId> slots;
  for (const warp::TickOp& op : patch.ops()) {
    const auto* gone = std::get_if<warp::DeleteNode>(&op);
    if (gone != nullptr) slots.emplace_back(warp::AttachmentSlot{warp::alpha_of(gone->warp, gone->node)});
  }
  return slots;
}

warp::TickPatch patch_at(const Context& context, std::uint64_t cycle) {
  return engine::patch_of(Access::data(must(context.at(cycle))));
}

// The commits of a context with other patches, named anew from the first one that differs.
class Rewritten {
 public:
  Rewritten(const Context& context, const ChangePatch& change) {
    std::optional<CommitId> parent;
    for (std::uint64_t cycle = 1; cycle <= context.cycle(); ++cycle) {
      OutgoingCommit record = engine::outgoing_commit(Access::data(must(context.at(cycle))));
      for (const tree::Payload* payload : record.payloads) payloads_[payload->digest()] = payload->json();
      warp::PatchParts parts = parts_of(*warp::decode_patch(record.patch));
      change(parts);
      const warp::TickPatch patch(std::move(parts));
      warp::CommitHeader header = *warp::decode_commit_header(record.header);
      header.patch_digest = warp::patch_digest(patch);
      if (parent) header.parents = {*parent};
      parent = warp::commit_id(header);
      record.patch = warp::encode_patch(patch);
      record.header = warp::encode_commit_header(header);
      record.id = *parent;
      records_.push_back(std::move(record));
    }
  }

  const std::vector<OutgoingCommit>& records() const { return records_; }

  Result<std::unique_ptr<engine::Branch>> restored() const {
    const auto load = [this](const tree::PayloadDigest& digest) -> Result<std::string> { return payloads_.at(digest); };
    engine::Restorer restorer({make_logical_clock()}, engine::Contents(load));
    for (const OutgoingCommit& record : records_) {
      const auto added = restorer.add({record.header, record.patch, record.extras});
      if (!added) return added.error();
    }
    return restorer.take();
  }

 private:
  static warp::PatchParts parts_of(const warp::TickPatch& patch) {
    return {patch.policy_id(), patch.rule_pack_id(), patch.status(), patch.in_slots(), patch.out_slots(), patch.ops()};
  }

  std::vector<OutgoingCommit> records_;
  std::map<tree::PayloadDigest, std::string> payloads_;
};

// Leaves out the alpha slots of deleted nodes, all of them or the first so many of each patch.
ChangePatch without_alphas(std::size_t most = SIZE_MAX) {
  return [most](warp::PatchParts& parts) {
    std::size_t left = most;
    for (const warp::SlotId& slot : deleted_alphas(warp::TickPatch(parts))) {
      if (left == 0) return;
      --left;
      std::erase(parts.out_slots, slot);
    }
  };
}

// PATCH-29, AUD-02.
TEST(SlotRules, AUD_02_ACommitListsTheAlphaSlotOfEveryDeletedNode) {
  const Context context = context_with_deletions();
  const warp::TickPatch patch = patch_at(context, 2);
  const std::vector<warp::SlotId> alphas = deleted_alphas(patch);
  ASSERT_EQ(alphas.size(), 2U);
  for (const warp::SlotId& slot : alphas) {
    EXPECT_TRUE(std::binary_search(patch.out_slots().begin(), patch.out_slots().end(), slot));
  }
}

TEST(SlotRules, AUD_02_ACommitByTheEarlierRuleIsReadBackAsItIs) {
  const Context context = context_with_deletions();
  const Rewritten earlier(context, without_alphas());
  ASSERT_NE(earlier.records()[1].id, must(context.at(2)).commit_id());
  const auto branch = earlier.restored();
  ASSERT_TRUE(branch) << branch.error().message;
  EXPECT_EQ((*branch)->head()->commit_id(), earlier.records()[1].id);
  const OutgoingCommit written = engine::outgoing_commit(*(*branch)->head());
  EXPECT_EQ(written.patch, earlier.records()[1].patch) << "a bundle of it has the same bytes";
  EXPECT_EQ(written.header, earlier.records()[1].header);
}

TEST(SlotRules, AUD_02_AHistoryOfTheEarlierRuleGoesOnByTheNewOne) {
  const Rewritten earlier(context_with_deletions(), without_alphas());
  auto branch = earlier.restored();
  ASSERT_TRUE(branch) << branch.error().message;
  const auto detached =
      (*branch)->edit({}, [](tree::Editor& editor) { return editor.insert(test::block_with_ttl("d", 1), 0); });
  ASSERT_TRUE(detached) << detached.error().message;
  ASSERT_TRUE((*branch)->commit());
  const history::SnapshotData* last = *(*branch)->commit();
  const warp::TickPatch patch = engine::patch_of(*last);
  const std::vector<warp::SlotId> alphas = deleted_alphas(patch);
  ASSERT_EQ(alphas.size(), 1U);
  EXPECT_TRUE(std::binary_search(patch.out_slots().begin(), patch.out_slots().end(), alphas[0]));
}

TEST(SlotRules, AUD_02_AMixtureOfBothRulesIsRefused) {
  const auto mixed = Rewritten(context_with_deletions(), without_alphas(1)).restored();
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().code, Code::Corruption);
  EXPECT_NE(mixed.error().message.find("slots"), std::string::npos) << mixed.error().message;
}

TEST(SlotRules, AUD_02_ASlotThatNothingWritesIsRefused) {
  const auto forged = Rewritten(context_with_deletions(), [](warp::PatchParts& parts) {
                        parts.out_slots.emplace_back(warp::PortSlot{7});
                      }).restored();
  ASSERT_FALSE(forged);
  EXPECT_EQ(forged.error().code, Code::Corruption);
}

}  // namespace
}  // namespace latewood
