// A pruning policy that costs no more than never pruning while the prompt is within a limit, and little above it.
//
//   const Recommendation advice = recommend_policy(find_prices("anthropic").value(), {.limit = 32000}).value();
//   context.set_policy(advice.policy).value();
//   for (const std::string& reason : advice.reasons) std::cout << reason << '\n';
//
// docs/economy.md has the measurements behind it. All structs are plain values; any thread may call this.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "latewood/policy.h"
#include "latewood/prices.h"
#include "latewood/result.h"

namespace latewood {

enum class SizeUnit : std::uint8_t {
  Tokens,  // for contexts with a token counter
  Bytes,   // four bytes for each token of the limit
};

struct RecommendOptions {
  std::uint64_t limit = 120000;      // tokens of content that no snapshot exceeds; default: 120000
  SizeUnit unit = SizeUnit::Tokens;  // default: Tokens
};

struct Recommendation {
  PrunePolicy policy;
  std::vector<std::string> reasons;  // one line each
};

// E_OPTION_INVALID for a limit below 1000 tokens or above 1000000000.
Result<Recommendation> recommend_policy(const Prices& prices, const RecommendOptions& options = {});

}  // namespace latewood
