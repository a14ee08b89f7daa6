// Checkpoints and garbage collection: pages go with the snapshots that need them, and a history that was
// shortened is opened, read and continued like any other.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/stored/checkpoint_writer.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

using engine::Access;
using engine::kCheckpointEvery;

class Shortened : public testing::Test {
 protected:
  CollectReport collected(std::optional<std::uint64_t> last = {}, DryRun dry_run = DryRun::No) {
    const auto report = history_.repository().collect({.retention = {.last = last}, .dry_run = dry_run});
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : CollectReport();
  }
  std::size_t pages() { return history_.store().list_pages(0, 100000)->size(); }
  bool starts_late(const Context& context) { return Access::branch(context).starts_late(); }

  StoredHistory history_;
};

TEST_F(Shortened, WithNothingToShortenEveryPageStays) {
  history_.grow(3 * kCheckpointEvery + 5);
  const std::size_t before = pages();
  EXPECT_EQ(collected().pages, 0U);
  EXPECT_EQ(pages(), before);
  EXPECT_TRUE(starts_late(history_.open()));
  history_.expect_sound();
}

TEST_F(Shortened, PagesGoWithTheLastSnapshotThatNeedsThem) {
  history_.grow(3 * kCheckpointEvery + 5);
  const std::size_t before = pages();
  const CollectReport planned = collected(100, DryRun::Yes);
  EXPECT_EQ(pages(), before);
  const CollectReport report = collected(100);
  EXPECT_EQ(report.pages, planned.pages);
  EXPECT_GT(report.pages, 0U);
  history_.expect_sound();
  EXPECT_EQ(collected(100).pages, 0U) << "the first run took all of them";
  // The newest three snapshots have no checkpoint among them: what is left is one state.
  collected(3);
  history_.expect_sound();
  EXPECT_LT(pages(), 10U);
  EXPECT_FALSE(starts_late(history_.open()));
}

TEST_F(Shortened, ALostBranchTakesItsPagesAlong) {
  history_.grow(70);
  const std::size_t before = pages();
  ASSERT_TRUE(history_.repository().create_branch("main", "lost", "@c66"));
  history_.grow(130, "lost", "main", "lost");
  ASSERT_TRUE(history_.repository().delete_branch("main", "lost"));
  EXPECT_GT(pages(), before);
  collected();
  EXPECT_EQ(pages(), before);
  history_.expect_sound();
}

// SNAP-05, D-30: what was kept is read as before, what was not says so, whether or not it is in memory.
TEST_F(Shortened, AShortenedHistoryIsOpenedAtItsNewestCheckpoint) {
  history_.grow(210);
  const Context before = history_.open();
  collected(150);
  const Context after = history_.open();
  ASSERT_TRUE(starts_late(after));
  EXPECT_EQ(after.cycle(), 210U);
  for (const std::uint64_t cycle : {61U, 62U, 64U, 65U, 100U, 128U, 129U, 192U, 193U, 210U}) {
    const auto kept = after.at(cycle);
    ASSERT_TRUE(kept) << cycle << ": " << kept.error().message;
    EXPECT_EQ(kept->nodes().value(), before.at(cycle)->nodes().value()) << cycle;
    EXPECT_EQ(kept->parent(), before.at(cycle)->parent());
    EXPECT_EQ(after.back(210 - cycle)->commit_id(), kept->commit_id());
  }
  EXPECT_EQ(after.at(60).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(after.at(1).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(after.back(150).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(after.back(209).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(after.back(210).error().rule, "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(after.at(211).error().rule, "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(after.select("@c3 .cb").error().rule, "E_SNAPSHOT_COLLECTED");
  const auto range = after.select("@c50..@c62 .cb");
  ASSERT_TRUE(range) << range.error().message;
  EXPECT_EQ(std::get<RangeDiffLatestResult>(*range).snapshots.size(), 2U);
  EXPECT_EQ(std::get<RangeDiffLatestResult>(*range).warnings.size(), 1U);
}

TEST_F(Shortened, AShortenedHistoryGoesOnWithCheckpoints) {
  history_.grow(210);
  collected(4);
  EXPECT_FALSE(starts_late(history_.open()));
  history_.grow(100);
  const Context context = history_.open();
  EXPECT_TRUE(starts_late(context));
  EXPECT_EQ(context.at(207)->turns()->size(), 207U);
  EXPECT_EQ(context.at(206).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_TRUE(context.fork(220));
  history_.expect_sound();
  collected(50);
  history_.expect_sound();
  EXPECT_EQ(history_.open().at(261)->turns()->size(), 261U);
}

// The pages that its next checkpoint would build on are gone; the history is not.
TEST_F(Shortened, AWriterThatWasAtWorkMeanwhileGoesOn) {
  Context writer = history_.open();
  const auto grow = [&writer](int turns) {
    for (int i = 0; i < turns; ++i) {
      ASSERT_TRUE(writer.insert(says("user", "more " + std::to_string(writer.cycle()))));
      const auto report = writer.commit();
      ASSERT_TRUE(report) << report.error().message;
    }
  };
  grow(100);
  collected(2);
  grow(200);
  history_.expect_sound();
  const Context again = history_.open();
  EXPECT_EQ(again.latest()->commit_id(), writer.latest()->commit_id());
  EXPECT_EQ(again.latest()->nodes().value(), writer.latest()->nodes().value());
  EXPECT_TRUE(starts_late(again));
}

TEST_F(Shortened, NoNameIsGivenToWhatWasCollected) {
  history_.grow(20);
  collected(5);
  EXPECT_EQ(history_.repository().create_branch("main", "old", "@c9").error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(history_.repository().create_tag("main", "old", "@c9").error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_TRUE(history_.repository().create_branch("main", "kept", "@c16"));
  EXPECT_TRUE(history_.repository().create_tag("main", "kept too", "@c17"));
}

// ---- patches against a sample ----

TEST_F(Shortened, PatchesAreCompressedAgainstThatOfTheLastCheckpoint) {
  history_.grow(2 * kCheckpointEvery + 3);
  const auto context = history_.store().find_context("main");
  std::set<Blake3Digest> samples;
  for (const store::StoredCommit& commit : *history_.store().list_commits((*context)->key, {}, 1000, 1000)) {
    const auto patch = history_.store().find_patch(commit);
    EXPECT_EQ((*patch)->dictionary.has_value(), commit.cycle > kCheckpointEvery) << commit.cycle;
    if ((*patch)->dictionary) samples.insert(*(*patch)->dictionary);
  }
  EXPECT_EQ(samples.size(), 2U);
}

}  // namespace
}  // namespace latewood::test
