#include "latewood/recommend.h"

#include <algorithm>

#include "base/rules.h"

namespace latewood {
namespace {

constexpr std::uint64_t kSmallestLimit = 1000;
constexpr std::uint64_t kLargestLimit = 1'000'000'000;
constexpr std::uint64_t kBytesPerToken = 4;
constexpr std::uint64_t kThousand = 1000;
// A node that expires within this number of cycles leaves early when the prompt breaks anyway.
constexpr std::uint64_t kSoon = 8;
// Pruning starts at five sixteenths of the limit and ends at one: small prompts are cheap, and rare breaks too.
// bench/figures/economy_bench.cc measures it.
constexpr std::uint64_t kParts = 16;
constexpr std::uint64_t kTriggerParts = 5;

std::string number(std::uint64_t value) { return std::to_string(value); }

// After how many requests a prune from the trigger to the target has paid for itself, at least 1.
std::uint64_t requests_to_pay(std::uint64_t cached, std::uint64_t written) {
  const std::uint64_t saved = (kTriggerParts - 1) * std::max<std::uint64_t>(cached, 1);
  return std::max<std::uint64_t>((written - cached + saved - 1) / saved, 1);
}

// A price in thousandths of the price of plain input.
std::uint64_t ratio_of(std::uint64_t price, const Prices& prices) {
  return prices.input == 0 ? kThousand : price * kThousand / prices.input;
}

}  // namespace

Result<Recommendation> recommend_policy(const Prices& prices, const RecommendOptions& options) {
  if (options.limit < kSmallestLimit || options.limit > kLargestLimit) {
    return broken(kOptionInvalid, "limit " + number(options.limit) + " is not from " + number(kSmallestLimit) + " to " +
                                      number(kLargestLimit));
  }
  const bool in_tokens = options.unit == SizeUnit::Tokens;
  const std::uint64_t limit = in_tokens ? options.limit : options.limit * kBytesPerToken;
  const std::uint64_t trigger = limit / kParts * kTriggerParts;
  const std::uint64_t target = limit / kParts;
  const std::uint64_t cached = ratio_of(prices.cached, prices);
  const std::uint64_t written = ratio_of(prices.written, prices);
  const std::uint64_t requests = requests_to_pay(cached, written);
  Recommendation advice;
  PrunePolicy& policy = advice.policy;
  (in_tokens ? policy.tokens : policy.bytes) = Budget{.trigger = trigger, .target = target};
  (in_tokens ? policy.limit.tokens : policy.limit.bytes) = limit;
  policy.keep_turns = 2;
  policy.free_rides = FreeRides{kSoon};
  policy.pay_back = PayBack{2 * requests, cached, written};
  policy.stable_order = true;
  policy.summaries = true;

  const std::string unit = in_tokens ? " tokens" : " bytes";
  advice.reasons = {
      "nothing leaves below " + number(trigger) + unit + ": " + prices.name + " serves a repeated start at " +
          number(cached) + " thousandths of the price, so removing a little often costs more than keeping it",
      "above that everything down to " + number(target) + unit + " leaves in one commit: the prompt breaks once, " +
          number(target) + unit + " are sent anew at " + number(written) + " thousandths, and " +
          number(trigger - target) + unit + " less in each later request pay for that within " + number(requests) +
          " of them",
      "pay_back: if pins or priorities leave less to remove, nothing leaves until it pays for itself within " +
          number(2 * requests) + " requests",
      "the limit holds whatever it costs: no snapshot has more than " + number(limit) + unit + " of content",
      "free_rides: when the prompt breaks for another reason, what is over target or expires within " + number(kSoon) +
          " cycles behind that place leaves in the same commit, where it costs nothing",
      "stable_order: an insertion in front of sealed blocks is reported, since it breaks the prompt",
      "summaries: a summary stays until another one covers it, and what it covers leaves in its commit",
      "no ttl on tool calls and results: expiry in the middle of the prompt breaks it; where a ttl is needed, align "
      "it"};
  if (!in_tokens) advice.reasons.push_back("sizes are bytes, four for each token: the context has no token counter");
  return advice;
}

}  // namespace latewood
