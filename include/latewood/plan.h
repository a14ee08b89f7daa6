// The commit to come, priced before it is made: what leaves, where the prompt breaks and why, and what that costs.
//
//   const CommitPlan plan = plan_commit(context, {.profile = "anthropic"}).value();
//   std::cout << to_text(plan);
//   if (plan.price.rebilled > 20000) std::cerr << "this commit sends much again\n";
//
// docs/economy.md explains the numbers. After the commit `price_between` and `prefix_report` give the same numbers for
// the two snapshots. All structs are plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/commit.h"
#include "latewood/policy.h"
#include "latewood/prefix.h"
#include "latewood/prices.h"
#include "latewood/render.h"
#include "latewood/result.h"

namespace latewood {

class Context;
class Snapshot;

struct PlanOptions {
  std::string profile = {};           // of both requests; default: the canonical thread
  RenderOptions render = {};          // default: the effective view
  std::optional<Prices> prices = {};  // default: the row of the profile's vendor, else "openai"
  TokenCounter* tokens = nullptr;     // not owned; default: that of the context, else the estimate
  // Plans as if this were the policy (nullopt inside: none). Default: the policy of the context.
  std::optional<std::optional<PrunePolicy>> policy = {};
  std::optional<std::string> counter = {};  // the name of a counter to make if `tokens` is null; default: none
};

// A node that the commit removes, and what that is worth.
struct PlannedDeparture {
  Departure departure;
  std::uint64_t tokens = 0;  // of its units in the request before
  std::uint64_t saves = 0;   // in each later request, while its tokens would come from the cache
  std::uint64_t costs = 0;   // once: what is behind it is sent anew; 0 if the prompt breaks before it anyway
  // After so many requests it has paid for itself: 0 if it costs nothing, nullopt if it never does.
  std::optional<std::uint64_t> pays_after;
  friend bool operator==(const PlannedDeparture&, const PlannedDeparture&) = default;
};

struct CommitPlan {
  std::uint64_t cycle = 0;
  std::vector<PlannedDeparture> left;  // in the order of the report
  std::vector<std::string> deferred;   // expired, but kept because of a pin or reference
  std::vector<std::string> kept;       // over budget, but kept because of a pin or reference
  std::optional<PrefixReport> prefix;  // nullopt before the first commit: there is no request to compare with
  PromptTokens tokens;                 // before the first commit everything is fresh
  RequestPrice price;
  Prices prices;        // by which the price was computed
  std::string counter;  // the name of the counter of all tokens here
};

// Plans the next commit; changes nothing. Belongs to the thread that edits. Fails like `prefix_of_next_commit` and
// `make_token_counter`. Cost: the prefix report, and what is behind the first difference.
Result<CommitPlan> plan_commit(const Context& context, const PlanOptions& options = {});

// What the request of `newer` cost after that of `older`, of the same line of history.
struct PricedRequest {
  PromptTokens tokens;
  RequestPrice price;
  std::string counter;
};
Result<PricedRequest> price_between(const Snapshot& older, const Snapshot& newer, const PlanOptions& options = {});
// The request of a first snapshot.
Result<PricedRequest> price_alone(const Snapshot& snapshot, const PlanOptions& options = {});

// A few lines of text.
std::string to_text(const CommitPlan& plan);
// Its first two lines: the tokens and their price, what the tokens are and whose the prices.
std::string headline(const CommitPlan& plan);

}  // namespace latewood
