#include "render/call_names.h"

#include <gtest/gtest.h>

namespace latewood::render {
namespace {

Dialect strict_dialect() {
  Dialect dialect;
  dialect.call_ids = IdScope::Thread;
  dialect.plain_call_ids = true;
  dialect.call_id_max = 8;
  dialect.tool_name_max = 6;
  dialect.tool_name_starts_with_letter = true;
  return dialect;
}

TEST(CallIds, StayAsTheyAreIfTheyCan) {
  const Dialect dialect = strict_dialect();
  CallIds ids(dialect);
  EXPECT_EQ(ids.id_for("call-1_a"), "call-1_a");
}

TEST(CallIds, AreMadePlainShortAndUnique) {
  const Dialect dialect = strict_dialect();
  CallIds ids(dialect);
  EXPECT_EQ(ids.id_for("a.b"), "a_b");
  EXPECT_EQ(ids.id_for("a/b"), "a_b_2");
  EXPECT_EQ(ids.id_for("0123456789"), "01234567");
  EXPECT_EQ(ids.id_for("0123456789"), "012345_2");
  ids.start_message();
  EXPECT_EQ(ids.id_for("a_b"), "a_b_3");
}

TEST(CallIds, MayComeAgainInAnotherMessageWhereOnlyMessagesMatter) {
  Dialect dialect = strict_dialect();
  dialect.call_ids = IdScope::Message;
  CallIds ids(dialect);
  EXPECT_EQ(ids.id_for("a"), "a");
  EXPECT_EQ(ids.id_for("a"), "a_2");
  ids.start_message();
  EXPECT_EQ(ids.id_for("a"), "a");
}

TEST(CallIds, AreNotCutWithinACharacter) {
  Dialect dialect = strict_dialect();
  dialect.plain_call_ids = false;
  CallIds ids(dialect);
  EXPECT_EQ(ids.id_for("1234567\u00e9"), "1234567");
}

TEST(ToolNames, AreMadePlainAndShortWithALetterFirst) {
  const Dialect dialect = strict_dialect();
  EXPECT_EQ(tool_name_for("search", dialect), "search");
  EXPECT_EQ(tool_name_for("a.b", dialect), "a_b");
  EXPECT_EQ(tool_name_for("9lives", dialect), "_9live");
  EXPECT_FALSE(is_tool_name("", dialect));
  EXPECT_FALSE(is_tool_name("searches", dialect));
}

}  // namespace
}  // namespace latewood::render
