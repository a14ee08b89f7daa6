#include "tree/payload_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace latewood::tree {
namespace {

// As many different digests as there are lengths.
PayloadDigest digest_by_length(std::optional<std::string_view> json) {
  return payload_digest(std::to_string(json.value_or("").size()));
}

TEST(PayloadTable, KeepsEachTextOnce) {
  PayloadTable table;
  const Payload* first = *table.add("\"a\"");
  EXPECT_EQ(*table.add("\"a\""), first);
  EXPECT_NE(*table.add("\"b\""), first);
  EXPECT_EQ(table.find(payload_digest("\"a\"")), first);
}

TEST(PayloadTable, FindsEveryTextAfterGrowing) {
  PayloadTable table;
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(table.add(std::to_string(i)));
  for (int i = 0; i < 1000; ++i) {
    const std::string json = std::to_string(i);
    ASSERT_NE(table.find(payload_digest(json)), nullptr) << i;
    EXPECT_EQ(table.find(payload_digest(json))->json(), json);
  }
}

TEST(PayloadTable, HASH_12_ASecondTextOfOneDigestIsRefused) {
  PayloadTable table(digest_by_length);
  const Payload* first = *table.add("\"a\"");
  const auto second = table.add("\"b\"");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().rule, "E_HASH_COLLISION");
  EXPECT_EQ(second.error().code, Code::Conflict);
  EXPECT_NE(second.error().message.find(first->digest().hex()), std::string::npos);
  EXPECT_EQ(first->json(), "\"a\"");
  EXPECT_EQ(table.find(first->digest()), first);
  EXPECT_EQ(*table.add("\"a\""), first);
}

TEST(PayloadTable, HASH_12_TextsOfOtherLengthCollideToo) {
  PayloadTable table([](std::optional<std::string_view>) { return PayloadDigest{}; });
  ASSERT_TRUE(table.add("\"short\""));
  EXPECT_FALSE(table.add("\"short\" and more"));
  EXPECT_FALSE(table.add(""));
}

TEST(PayloadTable, KeepsEachLateTextOnceAndGivesItTheSameDigest) {
  PayloadTable table;
  std::vector<const Payload*> late;
  for (int i = 0; i < 1000; ++i) late.push_back(*table.add_late(std::to_string(i)));
  for (std::size_t i = 0; i < late.size(); ++i) {
    const std::string json = std::to_string(i);
    ASSERT_EQ(*table.add_late(json), late[i]);
    ASSERT_EQ(late[i]->json(), json);
    ASSERT_EQ(late[i]->digest(), payload_digest(json));
  }
  EXPECT_EQ(table.find(payload_digest("7")), late[7]) << "also before anything else comes";
}

TEST(PayloadTable, WhatComesAfterLateTextsKnowsThem) {
  PayloadTable table;
  const Payload* early = *table.add("\"a\"");
  const Payload* late = *table.add_late("\"b\"");
  EXPECT_EQ(*table.add("\"b\""), late);
  EXPECT_EQ(*table.add("\"a\""), early);
  EXPECT_EQ(table.find(late->digest()), late);
  EXPECT_EQ(table.add_late("\"c\"").value()->json(), "\"c\"") << "and late texts may come again";
}

TEST(PayloadTable, ALateTextReplacesWhatWasLeftOfIt) {
  PayloadTable table;
  const PayloadDigest digest = payload_digest("\"a\"");
  const Payload* purged = table.add_purged(digest);
  const Payload* late = *table.add_late("\"a\"");
  EXPECT_EQ(table.find(digest), late);
  EXPECT_EQ(*table.add("\"a\""), late);
  EXPECT_TRUE(purged->is_purged());
}

// HASH-12: a table with another digest has it at once, so that a collision is found out.
TEST(PayloadTable, HASH_12_ALateTextOfAKnownDigestIsRefused) {
  PayloadTable table(digest_by_length);
  ASSERT_TRUE(table.add_late("\"a\""));
  const auto second = table.add_late("\"b\"");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().rule, "E_HASH_COLLISION");
}

}  // namespace
}  // namespace latewood::tree
