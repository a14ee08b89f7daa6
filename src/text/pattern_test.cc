#include "text/pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace latewood::text {
namespace {

// The line with the match in brackets; "-" without a match; the rule if the pattern is refused.
std::string found(std::string_view pattern, std::string_view line, PatternOptions options = {.regex = true}) {
  const auto parsed = Pattern::parse(pattern, options);
  if (!parsed) return parsed.error().rule;
  std::uint64_t work = 0;
  const auto match = parsed->find(line, work);
  if (!match) return "-";
  std::string shown(line);
  shown.insert(match->end, "]").insert(match->begin, "[");
  return shown;
}

TEST(Pattern, AUD_16_AFixedTextMeansItself) {
  const PatternOptions fixed;
  EXPECT_EQ(found("a.b", "xa.b", fixed), "x[a.b]");
  EXPECT_EQ(found("a.b", "axb", fixed), "-");
  EXPECT_EQ(found("aab", "aaab", fixed), "a[aab]");
  EXPECT_EQ(found("OAK", "an oak", {.ignore_case = true}), "an [oak]");
  EXPECT_EQ(found("\xc3\x84RGER", "\xc3\xa4rger", {.ignore_case = true}), "[\xc3\xa4rger]");
  EXPECT_EQ(found("", "a", fixed), "E_PATTERN_INVALID");
}

TEST(Pattern, AUD_16_TheLeftmostAndThenTheLongestIsFound) {
  EXPECT_EQ(found("a|ab|abc", "xabcx"), "x[abc]x");
  EXPECT_EQ(found("b+", "abbbabbbb"), "a[bbb]abbbb");
  EXPECT_EQ(found("b*", "abb"), "[]abb");
  EXPECT_EQ(found("x(yz)?", "xyxyz"), "[x]yxyz");
}

TEST(Pattern, AUD_16_TheLanguage) {
  EXPECT_EQ(found("^ab$", "ab"), "[ab]");
  EXPECT_EQ(found("^ab$", "abc"), "-");
  EXPECT_EQ(found("[a-c]{2,3}", "zabcab"), "z[abc]ab");
  EXPECT_EQ(found("[^a-c]+", "abxyc"), "ab[xy]c");
  EXPECT_EQ(found("[]x]+", "a]x"), "a[]x]");
  EXPECT_EQ(found("\\d{4}-\\d\\d", "on 2026-11"), "on [2026-11]");
  EXPECT_EQ(found("\\bcat\\b", "concat cat"), "concat [cat]");
  EXPECT_EQ(found("\\Bcat", "concat cat"), "con[cat] cat");
  EXPECT_EQ(found("(?:ab)+", "xababa"), "x[abab]a");
  EXPECT_EQ(found("a\\.b", "axb a.b"), "axb [a.b]");
  EXPECT_EQ(found(".", "\xf0\x9f\x8c\xb3"), "[\xf0\x9f\x8c\xb3]");
  EXPECT_EQ(found("a{,2}", "a{,2}"), "[a{,2}]") << "braces without a number are themselves";
  EXPECT_EQ(found("[a-c]+X", "ABx", {.regex = true, .ignore_case = true}), "[ABx]");
}

TEST(Pattern, AUD_16_WhatDoesNotParseIsRefusedWithItsPlace) {
  for (const char* wrong :
       {"(", ")", "a)", "[", "[a", "*", "a**b)", "(?=a)", "\\", "\\1", "a{2", "a{3,2}", "[b-a]", "a{1001}",
        "((((a{99}){99}){99}){99})", "((((){999}){999}){999})", "(((a{0}){999}){999})", "\xff"}) {
    const auto parsed = Pattern::parse(wrong, {.regex = true});
    EXPECT_FALSE(parsed) << wrong;
  }
  EXPECT_EQ(Pattern::parse("ab(c", {.regex = true}).error().place->offset, 4U);
  EXPECT_EQ(found(std::string(5000, '('), "x"), "E_PATTERN_INVALID");
}

// Expressions that take exponential time with backtracking take steps in proportion to the line here.
TEST(Pattern, AUD_16_HostileExpressionsTakeBoundedWork) {
  const std::string line(2000, 'a');
  for (const char* hostile :
       {"(a*)*b", "(a|a)*b", "(a|aa)+$b", "(.*)(.*)(.*)(.*)x", "((a?){20}){20}b", "(a{1,30}){1,30}b"}) {
    const auto parsed = Pattern::parse(hostile, {.regex = true});
    ASSERT_TRUE(parsed) << hostile << ": " << parsed.error().message;
    std::uint64_t work = 0;
    EXPECT_FALSE(parsed->find(line, work)) << hostile;
    EXPECT_LT(work, line.size() * Pattern::kMostSteps * 4) << hostile;
  }
  std::uint64_t work = 0;
  EXPECT_FALSE(Pattern::parse(std::string(1000, 'a') + "b", {})->find(line, work));
  EXPECT_LE(work, line.size());
}

}  // namespace
}  // namespace latewood::text
