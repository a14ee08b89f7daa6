// A context that is open while other processes collect garbage: what is left answers as before, and what is gone says
// so.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "latewood/bundle.h"
#include "latewood/exchange.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

constexpr std::string_view kCollected = "E_SNAPSHOT_COLLECTED";

Result<void> bundled(const Context& context) {
  return export_bundle(context, [](std::string_view) { return Result<void>(); });
}

class CollectedSince : public testing::Test {
 protected:
  void SetUp() override {
    history_.grow(200);
    for (int i = 0; i < 4; ++i) contexts_.push_back(history_.open());
  }

  void collect() { ASSERT_TRUE(history_.repository().collect({.retention = {.last = 100}})); }

  // One that was opened before, and was not asked for anything yet.
  Context& fresh() { return contexts_.at(used_++); }

  StoredHistory history_;

 private:
  std::vector<Context> contexts_;
  std::size_t used_ = 0;
};

TEST_F(CollectedSince, AMomentSaysSo) {
  collect();
  EXPECT_EQ(fresh().select("@t-150 .cb").error().message,
            "@t-150 was collected: the oldest snapshot that was kept is @t-99");
  EXPECT_EQ(fresh().select("@c50 .cb").error().rule, kCollected);
  EXPECT_EQ(fresh().select("@c100 .cb").error().rule, kCollected);
  EXPECT_EQ(fresh().select("@t-100 .cb").error().rule, kCollected);
}

TEST_F(CollectedSince, ASnapshotSaysSo) {
  collect();
  EXPECT_EQ(fresh().back(150).error().rule, kCollected);
  EXPECT_EQ(fresh().at(50).error().rule, kCollected);
  EXPECT_EQ(fresh().at(100).error().rule, kCollected);
  EXPECT_EQ(fresh().at(101)->turns()->size(), 101U);
}

TEST_F(CollectedSince, ARangeIsClippedAndSaysSo) {
  collect();
  for (const char* query : {"@t-105..@t-90 .cb", "@c50..@c110 .cb"}) {
    const auto range = fresh().range_diff_latest(query);
    ASSERT_TRUE(range) << range.error().message;
    EXPECT_EQ(range->snapshots.size(), 10U) << query;
    ASSERT_EQ(range->warnings.size(), 1U) << query;
    EXPECT_NE(range->warnings.front().find("was collected"), std::string::npos) << range->warnings.front();
  }
}

TEST_F(CollectedSince, OnlyWhatIsLeftIsWritten) {
  collect();
  EXPECT_EQ(history_.repository().put_history("copy", "main", fresh()).error().rule, kCollected);
  EXPECT_EQ(bundled(fresh()).error().rule, kCollected);
  EXPECT_EQ(export_history(fresh()).value(), export_history(history_.open()).value());
  EXPECT_EQ(fresh().select("@* .cb").value(), history_.open().select("@* .cb").value());
}

// The way back leads through what is in memory to a checkpoint that is gone.
TEST_F(CollectedSince, WhatWasReadBeforeStays) {
  const Context& context = fresh();
  ASSERT_EQ(context.at(110)->turns()->size(), 110U);
  collect();
  EXPECT_EQ(context.select("@c50 .cb").error().rule, kCollected);
  EXPECT_EQ(context.back(150).error().rule, kCollected);
  EXPECT_EQ(context.at(110)->turns()->size(), 110U);
}

// ---- an older stretch that another branch keeps ----

// Of 181 commits the last hundred are kept, and the first 71 for another branch, with a checkpoint among them.
class BeyondAGap : public testing::Test {
 protected:
  void SetUp() override {
    history_.grow(10);
    ASSERT_TRUE(history_.open().insert({.content = "in one snapshot only", .id = "note", .ttl = 1}));
    history_.grow(171);
    ASSERT_TRUE(history_.repository().create_branch("main", "old", "@c71"));
    everything_ = history_.open().select("@* .cb").value();
    ASSERT_TRUE(history_.repository().collect({.retention = {.last = 100}}));
  }

  StoredHistory history_;
  Selection everything_;  // that was ever in the history
};

TEST_F(BeyondAGap, WhatIsGoneSaysSo) {
  EXPECT_EQ(history_.open().select("@t-105 .cb").error().message,
            "@t-105 was collected: the nearest snapshots that were kept are @t-110 and @t-99");
  EXPECT_EQ(history_.open().select("@c76 .cb").error().rule, kCollected);
  EXPECT_EQ(history_.open().back(105).error().rule, kCollected);
  EXPECT_EQ(history_.open().at(76).error().rule, kCollected);
}

TEST_F(BeyondAGap, WhatIsThereIsFound) {
  EXPECT_EQ(history_.open().select("@* .cb").value(), everything_);
  EXPECT_EQ(history_.open().at(60)->turns()->size(), 60U);
  EXPECT_EQ(history_.open().snapshot("@c60")->turns()->size(), 60U);
  EXPECT_EQ(history_.open().at(82)->turns()->size(), 82U);
}

TEST_F(BeyondAGap, TheHistoryIsNotCopiedAsAWhole) {
  EXPECT_EQ(history_.repository().put_history("copy", "main", history_.open()).error().rule, kCollected);
  EXPECT_EQ(bundled(history_.open()).error().rule, kCollected);
}

}  // namespace
}  // namespace latewood::test
