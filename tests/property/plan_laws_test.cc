// The plan of a commit against the commit: on histories with every kind of edit and policy.
#include "latewood/plan.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "latewood/tokens.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/conversation.h"

namespace latewood::test {
namespace {

Budget random_budget(Random& random, std::uint64_t most) {
  Budget budget;
  budget.trigger = 1 + random.below(most);
  budget.target = random.below(budget.trigger + 1);
  return budget;
}

PrunePolicy any_priced_policy(Random& random) {
  PrunePolicy policy;
  if (random.chance(60)) policy.bytes = random_budget(random, 1500);
  if (random.chance(40)) policy.tokens = random_budget(random, 400);
  if (random.chance(40)) policy.turns = random_budget(random, 8);
  if (random.chance(20)) policy.nodes_per_turn = 1 + random.below(5);
  policy.keep_turns = random.below(4);
  policy.prune_system = random.chance(20);
  if (random.chance(30)) policy.align = 1 + random.below(6);
  if (random.chance(50)) policy.free_rides = FreeRides{random.below(5)};
  if (random.chance(50)) policy.pay_back = PayBack{random.below(30), random.below(500), 1000 + random.below(500)};
  policy.count_exchanges = policy.turns.has_value() && random.chance(40);
  policy.stable_order = random.chance(20);
  policy.summaries = random.chance(40);
  return policy;
}

Context priced_context(Random& random) {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  options.tokens = make_token_counter("estimate").value();
  Context context(std::move(options));
  if (random.chance(75)) must(context.set_policy(any_priced_policy(random)));
  return context;
}

// A summary of some nodes, as people write them by hand.
void insert_summary(Random& random, Context& context) {
  const std::vector<NodeView> nodes = must(context.working());
  JsonValue::Array covers;
  for (const NodeView& node : nodes) {
    if (node.node_type.starts_with("cb") && random.chance(20)) covers.emplace_back(node.id);
  }
  if (covers.empty()) return;
  Component summary{.role = "user", .content = "a summary"};
  summary.node_type = "cb:summary";
  summary.attributes = {{"data_covers", JsonValue(std::move(covers))}};
  ignore(context.insert(summary), "a refusal changes nothing");
}

void check_plan(const CommitPlan& plan, const CommitReport& made, const Context& context, const PlanOptions& options) {
  RC_ASSERT(plan.cycle == made.cycle);
  RC_ASSERT(plan.deferred == made.deferred);
  RC_ASSERT(plan.kept == made.kept);
  RC_ASSERT(plan.left.size() == made.departures.size());
  for (std::size_t at = 0; at < plan.left.size(); ++at) RC_ASSERT(plan.left[at].departure == made.departures[at]);
  const Snapshot newer = must(context.latest());
  if (!plan.prefix) {
    const PricedRequest priced = must(price_alone(newer, options));
    RC_ASSERT(priced.tokens == plan.tokens);
    RC_ASSERT(priced.price == plan.price);
    return;
  }
  const Snapshot older = must(context.back(1));
  PrefixOptions asked;
  asked.profile = options.profile;
  asked.tokens = options.tokens;
  PrefixReport report = must(prefix_report(older, newer, asked));
  PrefixReport planned = *plan.prefix;
  RC_ASSERT(planned.commit.has_value() == report.commit.has_value());
  if (planned.commit) planned.commit->commit_id = report.commit->commit_id;
  planned.is_preview = false;
  RC_LOG() << to_json(planned) << '\n' << to_json(report) << '\n';
  RC_ASSERT(planned == report);
  const PricedRequest priced = must(price_between(older, newer, options));
  RC_ASSERT(priced.tokens == plan.tokens);
  RC_ASSERT(priced.price == plan.price);
  RC_ASSERT(plan.tokens.unchanged + plan.tokens.again + plan.tokens.fresh == plan.tokens.total);
  RC_ASSERT(plan.price.served + plan.price.rebilled + plan.price.fresh == plan.tokens.total);
}

TEST(PlanLaws, WhatIsPlannedIsWhatTheCommitDoes) {
  std::uint64_t cases = 0;
  expect_law("plan", [&cases](Random& random) {
    Context context = priced_context(random);
    const auto counter = make_token_counter("estimate").value();
    for (std::size_t step = 0; step < 60; ++step) {
      if (random.chance(5)) insert_summary(random, context);
      if (!random.chance(45)) {
        random_step(random, context);
        continue;
      }
      PlanOptions options;
      options.tokens = counter.get();
      options.profile = random.chance(25) ? std::string() : random.pick(profiles()).id;
      options.prices = random.pick(shipped_prices());
      options.prices->cache.smallest = random.below(200);
      const auto plan = plan_commit(context, options);
      const auto made = context.commit();
      if (!made) {
        RC_ASSERT(!plan);
        must(context.reset());
        continue;
      }
      if (!plan) continue;  // the vendor has no such request
      check_plan(*plan, *made, context, options);
      ++cases;
    }
  });
  EXPECT_GE(cases, 20'000U);
}

}  // namespace
}  // namespace latewood::test
