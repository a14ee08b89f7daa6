#include <gtest/gtest.h>

#include <string>

#include "latewood/tokens.h"
#include "tokens/encoding.h"

namespace latewood {
namespace {

TEST(CountedText, ALetterCountsTheSameHoweverItIsWritten) {
  EXPECT_EQ(counted_text("\"\\u00e9\""), "\u00e9");
  EXPECT_EQ(counted_text("\"\u00e9\""), "\u00e9");
  EXPECT_EQ(counted_text("\"\\ud83d\\ude00\""), "\U0001f600");
  EXPECT_EQ(counted_text("\"a\\n\\\"b\\\"\\t\\\\\""), "a\n\"b\"\t\\");
}

TEST(CountedText, OtherJsonKeepsItsForm) { EXPECT_EQ(counted_text(R"({"a":["\u0041",1]})"), R"({"a":["A",1]})"); }

TEST(CountedText, HalfAPairIsTheReplacementCharacter) {
  EXPECT_EQ(counted_text("\"\\ud83dx\""), "\ufffdx");
  EXPECT_EQ(counted_text("\"\\ud83d\\u0041\""), "\ufffdA");
}

TEST(CountedText, BrokenEscapesAreKept) {
  EXPECT_EQ(counted_text("\\u00"), "\\u00");
  EXPECT_EQ(counted_text("\\"), "\\");
  EXPECT_EQ(counted_text("\\q"), "\\q");
}

TEST(Estimate, CountsBytesOfTheTextThatIsSent) {
  const auto counter = make_token_counter("estimate").value();
  EXPECT_EQ(counter->count("\"\""), 0U);
  EXPECT_EQ(counter->count("\"abcde\""), 2U);
  EXPECT_EQ(counter->count("\"\\u00e9\\u00e9\""), 1U);
}

TEST(Counters, EachSaysWhatItsCountsAre) {
  EXPECT_EQ(count_sign("estimate"), "~");
  EXPECT_EQ(count_sign("o200k_base"), "");
  EXPECT_EQ(count_kind("estimate"), "estimated, one for each 4 bytes");
  EXPECT_EQ(count_kind("o200k_base"), "exact, o200k_base");
}

TEST(Counters, AnUnknownNameIsRefused) {
  EXPECT_EQ(make_token_counter("gpt").error().code, Code::InvalidArgument);
  EXPECT_EQ(encode_tokens("estimate", "a").error().code, Code::InvalidArgument);
}

// The count, the tokens and their text agree, and the ends of pieces make no difference to the text.
TEST(Counters, ExactCountsAreTheNumberOfTokens) {
  for (const std::string_view encoding : {"o200k_base", "cl100k_base"}) {
    const auto counter = make_token_counter(encoding);
    if (!counter) GTEST_SKIP() << counter.error().message;
    const std::string text =
        "The price is 1,234.50 \u20ac: don't WAIT\n\n  \u4e2d\u6587 \U0001f600 " + std::string(300, '=');
    const auto tokens = encode_tokens(encoding, text).value();
    EXPECT_EQ((*counter)->count("\"" + text + "\""), tokens.size());
    EXPECT_EQ(decode_tokens(encoding, tokens).value(), text);
  }
}

TEST(Counters, HelloWorldHasTheKnownTokens) {
  const auto tokens = encode_tokens("o200k_base", "hello world");
  if (!tokens) GTEST_SKIP() << tokens.error().message;
  EXPECT_EQ(*tokens, (std::vector<std::uint32_t>{24912, 2375}));
  EXPECT_EQ(encode_tokens("cl100k_base", "hello world").value(), (std::vector<std::uint32_t>{15339, 1917}));
}

TEST(AsUtf8, EachBrokenSequenceIsOneReplacement) {
  std::string storage;
  EXPECT_EQ(tokens::as_utf8("a\xf0\x9f\x98z", storage), "a\ufffdz");
  EXPECT_EQ(tokens::as_utf8("\xed\xa0\x80", storage), "\ufffd\ufffd\ufffd");
  EXPECT_EQ(tokens::as_utf8("\xc3", storage), "\ufffd");
  EXPECT_EQ(tokens::as_utf8("good", storage), "good");
}

}  // namespace
}  // namespace latewood
