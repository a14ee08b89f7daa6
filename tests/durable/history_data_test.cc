// A store that an earlier build wrote by its command line: tests/data/history_v1/make.sh says how. Later builds must
// read all of it and go on with it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "latewood/intake.h"
#include "latewood/receipt.h"
#include "support/document/bundle_bytes.h"
#include "support/store/history.h"
#include "support/store/place.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

constexpr const char* kSecretDigest = "823e91e460de6fb8ac9863d098e9d7d25225adb88248a7981011f25262b087c9";

class HistoryData : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::copy_file(source_root() / "tests/data/history_v1/store.db", folder_.path() / "store.db");
    auto store = store::open_store((folder_.path() / "store.db").string());
    ASSERT_TRUE(store) << store.error().message;
    history_.emplace(*std::move(store));
  }

  TempFolder folder_;
  std::optional<StoredHistory> history_;
};

TEST_F(HistoryData, HasEveryKindOfRecord) {
  for (const store::TableSize& table : *history_->store().table_sizes()) {
    EXPECT_GT(table.records, 0U) << table.table;
  }
}

TEST_F(HistoryData, ProvesItself) {
  const VerifyReport report = history_->verified();
  EXPECT_EQ(report.commits, 87U);
  EXPECT_EQ(report.collected, 5U);
  EXPECT_EQ(report.receipts, 87U);
  EXPECT_EQ(report.admissions, 1U);
  EXPECT_EQ(report.events, 2U);
  EXPECT_EQ(report.attempts, 1U);
  EXPECT_EQ(report.purged, std::vector{*Blake3Digest::from_hex(kSecretDigest)});
  EXPECT_EQ(report.starts.size(), 2U);
  history_->expect_sound();
}

// The store was written when commits left out the alpha slots of deleted nodes.
TEST_F(HistoryData, AUD_02_IsBundledWithTheCommitIdsItHas) {
  const Context context = history_->open("main", logical("try"));
  const std::string bytes = bundle_of(context);
  const auto imported = import_bytes(bytes);
  ASSERT_TRUE(imported) << imported.error().message;
  for (std::uint64_t cycle = 1; cycle <= context.cycle(); ++cycle) {
    ASSERT_EQ(imported->at(cycle)->commit_id(), context.at(cycle)->commit_id()) << cycle;
  }
  EXPECT_EQ(bundle_of(*imported), bytes);
}

TEST_F(HistoryData, IsReadAtEveryMoment) {
  const Context context = history_->open();
  EXPECT_EQ(context.cycle(), 82U);
  EXPECT_TRUE(context.latest()->commit_id().hex().starts_with("9d1692f937a2"));
  EXPECT_NE(context.at(4)->provider_thread()->find("line 21999 of a long text"), std::string::npos);
  EXPECT_NE(context.at(4)->provider_thread()->find("[purged]"), std::string::npos);
  EXPECT_NE(context.at(5)->provider_thread()->find("second draft"), std::string::npos);
  EXPECT_EQ(context.at(6)->report().departures.size(), 3U) << "a turn was moved";
  EXPECT_EQ(receipt_of(context, "@c2")->cycle, 2U);
  EXPECT_TRUE(check_admission(context, "@c2"));
  EXPECT_EQ(history_->open("main", logical("try")).cycle(), 71U);
  EXPECT_EQ(history_->open("short").at(3)->turns()->size(), 3U);
  EXPECT_EQ(history_->open("short").at(5).error().rule, "E_SNAPSHOT_COLLECTED");
  std::vector<std::string> tags;
  for (const TagInfo& tag : *history_->repository().tags("main")) tags.push_back(tag.name);
  EXPECT_EQ(tags, (std::vector<std::string>{"latest", "v1"}));
}

TEST_F(HistoryData, AttemptsEventsAndThePolicyAreThere) {
  const Context context = history_->open();
  const std::vector<Attempt> attempts = context.attempts();
  ASSERT_EQ(attempts.size(), 2U);
  EXPECT_EQ(attempts[0].status, AttemptStatus::Completed);
  EXPECT_EQ(attempts[0].token_in, 12U);
  EXPECT_EQ(attempts[1].error, "timeout");
  EXPECT_EQ(list_events(context, "mail", 0, 9)->back().payload, JsonValue("You have more mail"));
  ASSERT_TRUE(context.policy());
  EXPECT_EQ(context.policy()->keep_turns, 4U);
}

TEST_F(HistoryData, WhatWasNotCommittedWaitsAndIsCommitted) {
  {
    Context context = history_->open();
    const std::vector<NodeView> nodes = *context.working();
    const auto says_it = [](const NodeView& node) { return node.id == "waiting"; };
    EXPECT_TRUE(std::any_of(nodes.begin(), nodes.end(), says_it));
    const auto report = context.commit({.message = "went on"});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->cycle, 83U);
  }
  const Context context = history_->open();
  EXPECT_NE(context.latest()->provider_thread()->find("turn 82, said better"), std::string::npos);
  EXPECT_TRUE(check_admission(context, "@t0"));
  EXPECT_EQ(history_->verified().admissions, 2U);
  history_->expect_sound();
}

TEST_F(HistoryData, GoesOnForLong) {
  history_->grow(70, "more");
  history_->grow(3, "more", "short");
  history_->expect_sound();
  ASSERT_TRUE(history_->repository().collect({.retention = {.last = 20}}));
  history_->expect_sound();
  EXPECT_TRUE(history_->open().at(5)) << "it has a tag";
}

}  // namespace
}  // namespace latewood::test
