#include "diff/token_hunks.h"

#include <gtest/gtest.h>

namespace latewood::diff {
namespace {

std::string token_hunks_json(std::string_view older, std::string_view newer) {
  std::string json;
  append_token_hunks(json, token_hunks(older, newer));
  return json;
}

TEST(TokenHunks, TokensAreRunsOfWhiteSpaceAndOfTheRest) {
  using Tokens = std::vector<std::string_view>;
  EXPECT_EQ(tokens_of(""), Tokens());
  EXPECT_EQ(tokens_of("one"), Tokens({"one"}));
  EXPECT_EQ(tokens_of(" \t\nhi,  you\r\n"), Tokens({" \t\n", "hi,", "  ", "you", "\r\n"}));
  EXPECT_EQ(tokens_of("a\xc2\xa0\xe3\x80\x80\xc3\xa9"), Tokens({"a", "\xc2\xa0\xe3\x80\x80", "\xc3\xa9"}));
  EXPECT_EQ(tokens_of("a\xe2\x80\x8b\x1c"), Tokens({"a\xe2\x80\x8b\x1c"})) << "no White_Space, whatever others say";
  EXPECT_EQ(tokens_of("\xff \xff"), Tokens({"\xff", " ", "\xff"}));
}

// E-36
TEST(TokenHunks, KeepCountsTokensAndRepNamesThem) {
  EXPECT_EQ(token_hunks_json("the old text", "the new text"),
            R"([{"op":"keep","count":2},{"op":"rep","del":["old"],"ins":["new"]},{"op":"keep","count":2}])");
  EXPECT_EQ(token_hunks_json("", "a b"), R"([{"op":"rep","del":[],"ins":["a"," ","b"]}])");
  EXPECT_EQ(token_hunks_json("a b", ""), R"([{"op":"rep","del":["a"," ","b"],"ins":[]}])");
  EXPECT_EQ(token_hunks_json("a b", "a  b"),
            R"([{"op":"keep","count":1},{"op":"rep","del":[" "],"ins":["  "]},{"op":"keep","count":1}])");
  EXPECT_EQ(token_hunks_json("a", "a\n"), R"([{"op":"keep","count":1},{"op":"rep","del":[],"ins":["\n"]}])");
}

// E-35
TEST(TokenHunks, EqualTextsHaveNone) {
  EXPECT_EQ(token_hunks_json("", ""), "[]");
  EXPECT_EQ(token_hunks_json("a b", "a b"), "[]");
}

}  // namespace
}  // namespace latewood::diff
