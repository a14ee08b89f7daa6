#include "latewood/prices.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latewood/recommend.h"

namespace latewood {
namespace {

PromptTokens starts_with(std::uint64_t unchanged, std::uint64_t total) {
  PromptTokens tokens;
  tokens.unchanged = unchanged;
  tokens.fresh = total - unchanged;
  tokens.total = total;
  return tokens;
}

// The table of the guide: nothing below 1024 tokens, then steps of 128.
TEST(ServedTokens, OpenAiServesStepsOf128From1024On) {
  const CacheRule rule = find_prices("openai").value().cache;
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> table = {{0, 0},       {1023, 0},    {1024, 1024},
                                                                      {1025, 1024}, {1151, 1024}, {1152, 1152},
                                                                      {1279, 1152}, {1280, 1280}, {5000, 4992}};
  for (const auto& [unchanged, served] : table) {
    EXPECT_EQ(served_tokens(rule, starts_with(unchanged, 6000)), served) << unchanged;
  }
}

TEST(ServedTokens, AnthropicServesUpToABreakpoint) {
  const CacheRule rule = find_prices("anthropic").value().cache;
  PromptTokens tokens = starts_with(5000, 6000);
  tokens.system = 1500;
  tokens.whole_turns = 4800;
  tokens.blocks_behind = 0;
  EXPECT_EQ(served_tokens(rule, tokens), 4800U);
  tokens.blocks_behind = 20;
  EXPECT_EQ(served_tokens(rule, tokens), 4800U);
  tokens.blocks_behind = 21;
  EXPECT_EQ(served_tokens(rule, tokens), 1500U) << "the look-back ends after 20 blocks: the system text is left";
  tokens.system = 1023;
  EXPECT_EQ(served_tokens(rule, tokens), 0U) << "too short to be cached";
}

TEST(ServedTokens, ABreakInTheSystemTextLeavesNothing) {
  const CacheRule rule = find_prices("anthropic").value().cache;
  PromptTokens tokens = starts_with(1200, 6000);
  tokens.system = 3000;
  EXPECT_EQ(served_tokens(rule, tokens), 0U);
}

TEST(ServedTokens, GeminiServesNothingBelow2048) {
  const CacheRule rule = find_prices("gemini").value().cache;
  EXPECT_EQ(served_tokens(rule, starts_with(2047, 6000)), 0U);
  EXPECT_EQ(served_tokens(rule, starts_with(2049, 6000)), 2049U);
}

// The member of the rule that decides is named, so that a report can say why less is served.
TEST(ServedTokens, TheReasonIsTheRuleThatDecides) {
  const CacheRule openai = find_prices("openai").value().cache;
  EXPECT_EQ(served_by(openai, starts_with(0, 6000)), ServedBy::Nothing);
  EXPECT_EQ(served_by(openai, starts_with(1000, 6000)), ServedBy::Smallest);
  EXPECT_EQ(served_by(openai, starts_with(1152, 6000)), ServedBy::Everything);
  EXPECT_EQ(served_by(openai, starts_with(1153, 6000)), ServedBy::Step);
  const CacheRule anthropic = find_prices("anthropic").value().cache;
  PromptTokens tokens = starts_with(5000, 6000);
  EXPECT_EQ(served_by(anthropic, tokens), ServedBy::Breakpoint);
  tokens.system = 1500;
  tokens.whole_turns = 4800;
  EXPECT_EQ(served_by(anthropic, tokens), ServedBy::Breakpoint);
  tokens.blocks_behind = 21;
  EXPECT_EQ(served_by(anthropic, tokens), ServedBy::LookBack);
  tokens = starts_with(900, 6000);
  tokens.whole_turns = 800;
  EXPECT_EQ(served_by(anthropic, tokens), ServedBy::Smallest);
  EXPECT_EQ(served_text(openai, starts_with(1153, 6000)), "whole steps of 128 tokens");
}

TEST(Prices, ATextIsANameOrARow) {
  EXPECT_EQ(read_prices("anthropic").value().name, "anthropic");
  EXPECT_EQ(read_prices(R"({"input":7})").value().input, 7U);
  EXPECT_FALSE(read_prices("nobody"));
  EXPECT_FALSE(read_prices("{"));
}

TEST(PriceRequest, AddsUpWhatIsServedAndWhatIsNot) {
  Prices prices = find_prices("openai").value();
  PromptTokens tokens = starts_with(2000, 3000);
  tokens.fresh = 600;
  tokens.again = 400;
  const RequestPrice price = price_request(prices, tokens);
  EXPECT_EQ(price.served, 1920U);
  EXPECT_EQ(price.fresh, 600U);
  EXPECT_EQ(price.rebilled, 480U);
  EXPECT_EQ(price.cost, 1920 * prices.cached + 1080 * prices.written);
  EXPECT_EQ(price.uncached_cost, 3000 * prices.input);
}

TEST(PriceRequest, AShortPromptIsNotWrittenToTheCache) {
  const Prices prices = find_prices("anthropic").value();
  EXPECT_EQ(price_request(prices, starts_with(0, 1000)).cost, 1000 * prices.input);
  EXPECT_EQ(price_request(prices, starts_with(0, 1024)).cost, 1024 * prices.written);
}

TEST(Prices, EveryShippedRowSaysWhenAndWhereItWasRead) {
  ASSERT_GE(shipped_prices().size(), 4U);
  for (const Prices& prices : shipped_prices()) {
    EXPECT_EQ(prices.date.size(), 10U) << prices.name;
    EXPECT_FALSE(prices.source.empty()) << prices.name;
    EXPECT_LE(prices.cached, prices.input) << prices.name;
    EXPECT_LE(prices.input, prices.written) << prices.name;
  }
}

TEST(Prices, AProfileNamesTheRowOfItsVendor) {
  EXPECT_EQ(find_prices("openai-responses@1").value().name, "openai");
  EXPECT_EQ(find_prices("anthropic@2").value().name, "anthropic");
  EXPECT_EQ(find_prices("nobody").error().rule, "E_OPTION_INVALID");
}

TEST(Prices, ARowIsReadBackAsItWasWritten) {
  for (const Prices& prices : shipped_prices()) EXPECT_EQ(parse_prices(prices_json(prices)).value(), prices);
}

TEST(Prices, WrongRowsAreRefused) {
  for (const char* row :
       {"{}", "[]", R"({"input":1,"cost":2})", R"({"input":1,"cached":2})", R"({"input":5,"written":4})",
        R"({"input":1,"cache":{"step":0}})", R"({"input":99999999999})", R"({"input":-1})"}) {
    EXPECT_FALSE(parse_prices(row)) << row;
  }
}

TEST(Dollars, HaveSixDigits) {
  EXPECT_EQ(dollars(0), "0.000000");
  EXPECT_EQ(dollars(12'345'678'901), "0.012345");
  EXPECT_EQ(dollars(3'000'000'000'000), "3.000000");
}

TEST(RecommendPolicy, PrunesRarelyAndKeepsTheLimit) {
  const Recommendation advice = recommend_policy(find_prices("openai").value(), {.limit = 32000}).value();
  EXPECT_EQ(advice.policy.limit.tokens, 32000U);
  EXPECT_EQ(advice.policy.tokens, (Budget{.trigger = 10000, .target = 2000}));
  EXPECT_FALSE(advice.reasons.empty());
  EXPECT_FALSE(recommend_policy(find_prices("openai").value(), {.limit = 10}));
}

}  // namespace
}  // namespace latewood
