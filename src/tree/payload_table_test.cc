#include "tree/payload_table.h"

#include <gtest/gtest.h>

#include <string>

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
  EXPECT_NE(second.error().message.find(first->digest.hex()), std::string::npos);
  EXPECT_EQ(first->json(), "\"a\"");
  EXPECT_EQ(table.find(first->digest), first);
  EXPECT_EQ(*table.add("\"a\""), first);
}

TEST(PayloadTable, HASH_12_TextsOfOtherLengthCollideToo) {
  PayloadTable table([](std::optional<std::string_view>) { return PayloadDigest{}; });
  ASSERT_TRUE(table.add("\"short\""));
  EXPECT_FALSE(table.add("\"short\" and more"));
  EXPECT_FALSE(table.add(""));
}

}  // namespace
}  // namespace latewood::tree
