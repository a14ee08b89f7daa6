// The tokens of a request, told apart by what a provider's cache can do with them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/query/prompt_product.h"
#include "latewood/policy.h"
#include "latewood/prices.h"
#include "render/cache/divergence.h"
#include "render/cache/token_totals.h"

namespace latewood::engine {

// A node of the older request that the newer one does not have.
struct LostUnits {
  std::uint64_t tokens = 0;  // of its units
  std::uint64_t behind = 0;  // of all units behind its first one, without its own
  std::uint64_t index = 0;   // of its first unit in the older request
};

struct ComparedTokens {
  PromptTokens tokens;
  std::map<std::string, LostUnits> lost;  // by node id
};

// Compares two requests of one product. Cost: what is behind the first difference, and what the counter has not counted
// yet.
ComparedTokens compare_tokens(const render::Outline& older, const render::Outline& newer,
                              const render::Divergence& divergence, const PromptProduct& product,
                              TokenCounter& counter);

// Of a first request: everything is fresh.
PromptTokens tokens_of_first(const render::Outline& outline, const PromptProduct& product, TokenCounter& counter);

}  // namespace latewood::engine
