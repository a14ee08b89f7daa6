// The tokens of a request, told apart by what a vendor's cache can do with them.
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

// The units of a node that is in the older request and not in the newer one.
struct LostUnits {
  std::uint64_t tokens = 0;  // tokens of the units of this node
  std::uint64_t behind = 0;  // tokens of the other nodes' units that follow the first unit of this node
  std::uint64_t index = 0;   // number of the first unit in the older request
};

struct ComparedTokens {
  PromptTokens tokens;
  std::map<std::string, LostUnits> lost;  // by node id
};

// Compares two requests of one product. Costs a walk over the units behind the first difference, and a call of the
// counter for every unit that it has not counted yet.
ComparedTokens compare_tokens(const render::Outline& older, const render::Outline& newer,
                              const render::Divergence& divergence, const PromptProduct& product,
                              TokenCounter& counter);

// The tokens of a request without a predecessor: all of them are `fresh`.
PromptTokens tokens_of_first(const render::Outline& outline, const PromptProduct& product, TokenCounter& counter);

}  // namespace latewood::engine
