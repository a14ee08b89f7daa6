// What a vendor's cache should have served, beside what the vendor counted, and the name of the difference.
#include "latewood/predicted.h"

#include <gtest/gtest.h>

#include <string>

#include "latewood/context.h"
#include "support/context_probe.h"

namespace latewood::test {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

Prices rule_of(std::uint64_t smallest, std::uint64_t step) {
  Prices prices;
  prices.name = "mine";
  prices.input = prices.written = 10;
  prices.cached = 1;
  prices.cache = {.smallest = smallest, .step = step, .breakpoints = 0, .look_back = 0, .lifetime = 300};
  return prices;
}

// One request of 400 bytes more than the one before.
void call(Context& context, std::optional<std::uint64_t> cached, std::int64_t at, std::uint64_t token_in = 0,
          const std::string& model = "m") {
  Component question;
  question.role = "user";
  question.content = std::string(400, 'q');
  context.insert(question).value();
  const AttemptTicket ticket =
      context.begin_attempt({.provider = "acme", .model = model, .started_at = at * kSecond, .profile = "openai"})
          .value();
  AttemptOutcome outcome;
  outcome.ended_at = at * kSecond;
  outcome.token_in = token_in;
  outcome.answer.token_cached = cached;
  context.end_attempt(ticket.attempt_id, outcome).value();
  context.commit().value();
}

PredictedAttempt last_of(const Context& context, const Prices& prices) {
  PlanOptions options;
  options.prices = prices;
  return predict_attempts(context, options).value().back();
}

// The prediction for the second of two requests.
std::uint64_t predicted_second(const Prices& prices) {
  Context context = open_context();
  call(context, 0, 1);
  call(context, 0, 2);
  return last_of(context, prices).predicted->price.served;
}

TEST(Predicted, AnEqualCountIsAsPredicted) {
  const Prices prices = rule_of(10, 1);
  Context context = open_context();
  call(context, 0, 1);
  call(context, predicted_second(prices), 2);
  const PredictedAttempt second = last_of(context, prices);
  EXPECT_EQ(second.gap, CacheGap::AsPredicted);
  EXPECT_GT(second.predicted->price.served, 90U);
  EXPECT_NE(second.text.find("the vendor served"), std::string::npos);
  EXPECT_NE(second.text.find("predicted ~"), std::string::npos);
}

TEST(Predicted, LessThanAStepIsTheGranularity) {
  const Prices prices = rule_of(10, 64);
  const std::uint64_t served = predicted_second(prices);
  Context context = open_context();
  call(context, 0, 1);
  call(context, served + 50, 2, last_of(context, prices).predicted->tokens.total * 2 + 1);
  EXPECT_EQ(last_of(context, prices).gap, CacheGap::Granularity);
}

TEST(Predicted, ARequestAfterTheLifetimeHasExpired) {
  const Prices prices = rule_of(10, 1);
  Context context = open_context();
  call(context, 0, 1);
  call(context, 0, 400, 220);
  EXPECT_EQ(last_of(context, prices).gap, CacheGap::Expired);
}

TEST(Predicted, AnotherModelHasAnotherCache) {
  const Prices prices = rule_of(10, 1);
  Context context = open_context();
  call(context, 0, 1);
  call(context, 0, 2, 220, "other");
  EXPECT_EQ(last_of(context, prices).gap, CacheGap::OtherModel);
}

TEST(Predicted, ACallInBetweenIsNamed) {
  const Prices prices = rule_of(10, 1);
  Context context = open_context();
  call(context, 0, 1);
  const AttemptTicket lost = context.begin_attempt({.provider = "acme", .started_at = 2 * kSecond}).value();
  context.end_attempt(lost.attempt_id, {.status = AttemptStatus::Error, .ended_at = 3 * kSecond}).value();
  call(context, 0, 4, 220);
  EXPECT_EQ(last_of(context, prices).gap, CacheGap::OtherCalls);
}

TEST(Predicted, ByTheVendorsCountARequestMayBeTooSmall) {
  const Prices prices = rule_of(100, 1);
  Context context = open_context();
  call(context, 0, 1);
  call(context, 0, 2, 99);
  EXPECT_EQ(last_of(context, prices).gap, CacheGap::TooSmall);
}

TEST(Predicted, MoreThanPredictedComesFromElsewhere) {
  const Prices prices = rule_of(10, 1);
  Context context = open_context();
  call(context, 150, 1, 110);
  const PredictedAttempt first = last_of(context, prices);
  EXPECT_EQ(first.predicted->price.served, 0U);
  EXPECT_EQ(first.gap, CacheGap::More);
}

TEST(Predicted, AVendorThatReportsNothingIsNotReported) {
  Context context = open_context();
  call(context, std::nullopt, 1);
  EXPECT_EQ(last_of(context, rule_of(10, 1)).gap, CacheGap::NotReported);
}

TEST(Predicted, AnAttemptWithoutACommitHasNoPrediction) {
  Context context = open_context();
  context.insert(block_of_role("a")).value();
  context.begin_attempt({.provider = "acme"}).value();
  const PredictedAttempt running = last_of(context, rule_of(10, 1));
  EXPECT_EQ(running.gap, CacheGap::NoRequest);
  EXPECT_FALSE(running.predicted);
}

TEST(Predicted, NothingRecordedExplainsTheRest) {
  const Prices prices = rule_of(10, 1);
  Context context = open_context();
  call(context, 0, 1);
  call(context, 0, 2, 220);
  EXPECT_EQ(last_of(context, prices).gap, CacheGap::Unknown);
}

}  // namespace
}  // namespace latewood::test
