// AUD-06: after a collection, `why` still finds a node whose departure a kept commit reports.
#include <gtest/gtest.h>

#include "latewood/why.h"
#include "support/context_probe.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

// Cycle 1 brings "t", with so many cycles to live, and "d"; cycle 3 lets both go.
void grow_with_departures(StoredHistory& history) {
  Context context = history.open();
  must(context.insert({.role = "user", .content = JsonValue("short"), .id = "t", .ttl = 2}));
  must(context.insert({.role = "user", .content = JsonValue("detached"), .id = "d", .offset = 1}));
  must(context.commit());
  must(context.insert(says("user", "second")));
  must(context.commit());
  must(context.detach("d"));
  must(context.commit());
  must(context.insert(says("user", "fourth")));
  must(context.commit());
}

// AUD-06
TEST(WhyCollected, AUD_06_ADepartureThatTheOldestKeptCommitReportsIsFound) {
  StoredHistory history;
  grow_with_departures(history);
  ASSERT_TRUE(history.repository().collect({.retention = {.last = 2}}));
  const Context context = history.open();
  for (const auto& [id, rule] : {std::pair("t", "expire"), std::pair("d", "delete")}) {
    const auto answer = why(context, id);
    ASSERT_TRUE(answer) << id << ": " << answer.error().message;
    ASSERT_TRUE(answer->left) << id;
    EXPECT_EQ(answer->left->cycle, 3U);
    EXPECT_EQ(answer->left->rule, rule);
    ASSERT_EQ(answer->steps.size(), 1U);
    EXPECT_TRUE(answer->steps.front().is_older);
    EXPECT_FALSE(answer->here);
  }
}

// AUD-06: what no kept commit tells of is not made up.
TEST(WhyCollected, AUD_06_WhatOnlyCollectedCommitsReportIsNotFound) {
  StoredHistory history;
  grow_with_departures(history);
  ASSERT_TRUE(history.repository().collect({.retention = {.last = 1}}));
  const Context context = history.open();
  for (const char* id : {"t", "nobody"}) {
    const auto answer = why(context, id);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().rule, "E_NODE_NOT_FOUND");
  }
}

}  // namespace
}  // namespace latewood::test
