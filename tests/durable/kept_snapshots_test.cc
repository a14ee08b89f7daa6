// Snapshots that tags and other branches kept while those around them were collected answer like any other, and what
// is missing between them is said.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/stored/checkpoint_writer.h"
#include "latewood/exchange.h"
#include "support/store/history.h"
#include "support/store/place.h"
#include "support/store/sqlite_vandal.h"

namespace latewood::test {
namespace {

class KeptSnapshots : public testing::Test {
 protected:
  // Twelve commits, of which 1, 5, 7, 8, 11 and 12 are left.
  void SetUp() override {
    history_.grow(12);
    ASSERT_TRUE(history_.repository().create_tag("main", "first", "@c1"));
    ASSERT_TRUE(history_.repository().create_tag("main", "t5", "@c5"));
    ASSERT_TRUE(history_.repository().create_branch("main", "br", "@c8"));
    whole_.emplace(history_.open());
    ASSERT_TRUE(history_.repository().collect({.retention = {.last = 2}}));
  }

  StoredHistory history_;
  std::optional<Context> whole_;  // opened before
};

TEST_F(KeptSnapshots, AreFoundByCycleAndByCommitsBack) {
  const Context context = history_.open();
  for (const std::uint64_t cycle : {1U, 5U, 7U, 8U, 11U, 12U}) {
    const auto kept = context.at(cycle);
    ASSERT_TRUE(kept) << cycle << ": " << kept.error().message;
    EXPECT_EQ(kept->nodes().value(), whole_->at(cycle)->nodes().value()) << cycle;
    EXPECT_EQ(kept->provider_thread().value(), whole_->at(cycle)->provider_thread().value()) << cycle;
    EXPECT_EQ(kept->commit_id(), whole_->at(cycle)->commit_id());
    EXPECT_EQ(kept->parent(), whole_->at(cycle)->parent());
    EXPECT_EQ(context.back(12 - cycle)->commit_id(), kept->commit_id());
    EXPECT_EQ(context.snapshot("@c" + std::to_string(cycle))->commit_id(), kept->commit_id());
  }
}

TEST_F(KeptSnapshots, WhatWasCollectedNamesItsNeighbours) {
  const Context context = history_.open();
  EXPECT_EQ(context.select("@c6 .cb").error().message,
            "@c6 was collected: the nearest snapshots that were kept are @c5 and @c7");
  EXPECT_EQ(context.select("@t-2 .cb").error().message,
            "@t-2 was collected: the nearest snapshots that were kept are @t-4 and @t-1");
  EXPECT_EQ(context.at(3).error().message, "@c3 was collected: the nearest snapshots that were kept are @c1 and @c5");
  for (const std::uint64_t cycle : {2U, 4U, 6U, 9U, 10U}) {
    EXPECT_EQ(context.at(cycle).error().rule, "E_SNAPSHOT_COLLECTED") << cycle;
    EXPECT_EQ(context.back(12 - cycle).error().rule, "E_SNAPSHOT_COLLECTED") << cycle;
  }
  EXPECT_EQ(context.at(13).error().rule, "E_SNAPSHOT_NOT_FOUND");
}

TEST_F(KeptSnapshots, AreTheOldestIfNothingOlderWasKept) {
  ASSERT_TRUE(history_.repository().delete_tag("main", "first"));
  ASSERT_TRUE(history_.repository().collect({.retention = {.last = 2}}));
  EXPECT_EQ(history_.open().at(3).error().message, "@c3 was collected: the oldest snapshot that was kept is @c5");
  history_.expect_sound();
}

TEST_F(KeptSnapshots, AreQueriedAndCompared) {
  const Context context = history_.open();
  for (const char* query : {"@c5 .cb", "@t-7 .cb", "@c8 .cb[role='user']", "@c1 .cb"}) {
    const auto found = context.select(query);
    ASSERT_TRUE(found) << query << ": " << found.error().message;
    EXPECT_EQ(std::get<std::vector<std::string>>(*found), std::get<std::vector<std::string>>(*whole_->select(query)))
        << query;
  }
  EXPECT_EQ(*context.select("@* .cb"), *whole_->select("@* .cb")) << "nothing was ever taken out";
  EXPECT_EQ(*context.select("@* .mt:depth(1)"), *context.select("@* .mt:depth(1)"));
  for (const auto& [a, b] : {std::pair("@c5", "@t0"), std::pair("@t0", "@c5"), std::pair("@c5", "@c8"),
                             std::pair("@c8", "@c5"), std::pair("@c1", "working")}) {
    const auto diff = context.diff(a, b);
    ASSERT_TRUE(diff) << diff.error().message;
    EXPECT_EQ(*diff, *whole_->diff(a, b)) << a << " " << b;
  }
}

TEST_F(KeptSnapshots, AreInRangesAndWhatIsMissingIsSaid) {
  const Context context = history_.open();
  const auto labels = [&context](const std::string& query, SelectOptions options = {}) {
    const auto range = context.range_diff_latest(query, options);
    EXPECT_TRUE(range) << range.error().message;
    std::string text;
    for (const SnapshotRef& ref : range->snapshots) text += ref.label + " ";
    for (const std::string& warning : range->warnings) text += "(" + warning + ") ";
    return text;
  };
  EXPECT_EQ(labels("@c5..@c12 .cb"), "@c12 @c11 @c8 @c7 @c5 (3 snapshots between those of the range were collected) ");
  EXPECT_EQ(labels("@c7..@c8 .cb"), "@c8 @c7 ");
  EXPECT_EQ(labels("@t-5..@t-1 .cb"), "@t-1 @t-4 @t-5 (2 snapshots between those of the range were collected) ");
  EXPECT_EQ(labels("@c6..@c8 .cb"),
            "@c8 @c7 (@c6 was collected: the nearest snapshots that were kept are @c5 and @c7) ");
  EXPECT_EQ(labels("@c11..@c12 .cb"), "@c12 @c11 ");
  SelectOptions few;
  few.max_snapshots = 3;
  EXPECT_EQ(labels("@c1..@c12 .cb", few).substr(0, 14), "@c12 @c11 @c8 ");
}

TEST_F(KeptSnapshots, AreExported) {
  const Context context = history_.open();
  const auto text = export_history(context);
  ASSERT_TRUE(text) << text.error().message;
  const auto again = import_history(*text, {.context = logical().context});
  ASSERT_TRUE(again) << again.error().message;
  for (const std::uint64_t cycle : {1U, 5U, 7U, 8U, 11U, 12U}) {
    ASSERT_TRUE(again->at(cycle)) << cycle;
    EXPECT_EQ(export_snapshot(*again->at(cycle)).value(), export_snapshot(*whole_->at(cycle)).value()) << cycle;
  }
  EXPECT_FALSE(again->at(6));
}

TEST_F(KeptSnapshots, AreForkedFrom) {
  const Context context = history_.open();
  auto fork = context.fork(5);
  ASSERT_TRUE(fork) << fork.error().message;
  auto same = whole_->fork(5);
  for (Context* each : {&*fork, &*same}) {
    ASSERT_TRUE(each->insert(says("user", "another way")));
    ASSERT_TRUE(each->commit());
  }
  EXPECT_EQ(fork->latest()->commit_id(), same->latest()->commit_id());
  EXPECT_EQ(fork->at(5)->commit_id(), context.at(5)->commit_id());
}

TEST_F(KeptSnapshots, OutliveTheContextTheyCameFrom) {
  std::optional<Snapshot> kept;
  {
    const Context context = history_.open();
    kept.emplace(*context.at(5));
  }
  EXPECT_EQ(kept->nodes().value(), whole_->at(5)->nodes().value());
}

TEST_F(KeptSnapshots, StayWhenHistoryGoesOnWithCheckpoints) {
  history_.grow(2 * engine::kCheckpointEvery);
  const Context context = history_.open();
  EXPECT_EQ(context.at(5)->nodes().value(), whole_->at(5)->nodes().value());
  EXPECT_EQ(context.at(12)->nodes().value(), whole_->at(12)->nodes().value());
  EXPECT_EQ(context.at(9).error().rule, "E_SNAPSHOT_COLLECTED");
  history_.expect_sound();
}

// Of twenty commits the last five are left, and five that another branch keeps; a patch of those is damaged.
TEST(DamagedKeptSnapshots, AreNothingToWhoDoesNotAskForThem) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  std::uint64_t damaged = 0;
  {
    StoredHistory history(*store::open_store(path));
    history.grow(20);
    ASSERT_TRUE(history.repository().create_branch("main", "old", "@c10"));
    ASSERT_TRUE(history.repository().collect({.retention = {.last = 5}}));
    for (const store::StoredCommit& commit : *history.store().list_all_commits(0, 1000)) {
      if (commit.cycle == 8) damaged = commit.sequence;
    }
  }
  SqliteVandal(path).run("UPDATE commits SET patch = x'0102' WHERE seq = " + std::to_string(damaged));
  StoredHistory history(*store::open_store(path));
  const auto context = history.repository().open_context("main", logical());
  ASSERT_TRUE(context) << context.error().message;
  EXPECT_EQ(context->at(17)->turns()->size(), 17U);
  EXPECT_EQ(context->at(12).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(context->at(9).error().code, Code::Corruption);
}

}  // namespace
}  // namespace latewood::test
