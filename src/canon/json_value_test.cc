#include "latewood/json_value.h"
#include "support/json_integer.h"

#include <gtest/gtest.h>

#include <string>

namespace latewood {
namespace {

using test::json_integer;

TEST(JsonValue, IsNullByDefault) { EXPECT_TRUE(JsonValue().is_null()); }

TEST(JsonValue, GivesAValueOnlyAsItsOwnKind) {
  const JsonValue one = json_integer(1);
  EXPECT_FALSE(one.is_null());
  ASSERT_NE(one.as_integer(), nullptr);
  EXPECT_EQ(*one.as_integer(), 1);
  EXPECT_EQ(one.as_bool(), nullptr);
  EXPECT_EQ(one.as_double(), nullptr);
  EXPECT_EQ(one.as_big_integer(), nullptr);
  EXPECT_EQ(one.as_string(), nullptr);
  EXPECT_EQ(one.as_array(), nullptr);
  EXPECT_EQ(one.as_object(), nullptr);
}

TEST(JsonValue, ObjectKeepsTheLastOfMembersWithTheSameKey) {
  const JsonValue value =
      make_object({{"b", json_integer(1)}, {"a", json_integer(2)}, {"b", json_integer(3)}, {"b", json_integer(4)}});
  ASSERT_EQ(value.as_object()->size(), 2u);
  EXPECT_EQ(*value.find("a")->as_integer(), 2);
  EXPECT_EQ(*value.find("b")->as_integer(), 4);
}

TEST(JsonValue, ObjectIsTheSameInWhateverOrderItsMembersCome) {
  EXPECT_TRUE(make_object({{"a", json_integer(1)}, {"b", json_integer(2)}}) ==
              make_object({{"b", json_integer(2)}, {"a", json_integer(1)}}));
}

TEST(JsonValue, FindsEveryMemberAndNothingElse) {
  const JsonValue value =
      make_object({{"", json_integer(0)}, {"a", json_integer(1)}, {"aa", json_integer(2)}, {"b", nullptr}});
  EXPECT_EQ(*value.find("")->as_integer(), 0);
  EXPECT_EQ(*value.find("a")->as_integer(), 1);
  EXPECT_EQ(*value.find("aa")->as_integer(), 2);
  EXPECT_TRUE(value.find("b")->is_null());
  EXPECT_EQ(value.find("ab"), nullptr);
  EXPECT_EQ(value.find("c"), nullptr);
  EXPECT_EQ(json_integer(1).find("a"), nullptr);
}

TEST(JsonValue, DiffersWhereTheCanonicalTextDiffers) {
  EXPECT_FALSE(json_integer(1) == JsonValue(1.0));
  EXPECT_FALSE(JsonValue(0.0) == JsonValue(-0.0));
  EXPECT_FALSE(JsonValue() == JsonValue(false));
  EXPECT_FALSE(JsonValue("1") == json_integer(1));
  EXPECT_FALSE(JsonValue(JsonValue::Array{0.0}) == JsonValue(JsonValue::Array{-0.0}));
  EXPECT_FALSE(JsonValue(JsonValue::Array{}) == make_object({}));
  EXPECT_FALSE(make_object({{"a", json_integer(1)}}) == make_object({{"a", json_integer(2)}}));
  EXPECT_TRUE(JsonValue(BigInteger{"9223372036854775808"}) == JsonValue(BigInteger{"9223372036854775808"}));
}

}  // namespace
}  // namespace latewood
