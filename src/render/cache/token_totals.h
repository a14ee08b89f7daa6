// How many tokens a text has up to the end of each of its pieces. A text that goes on from one that was counted costs
// the pieces that differ.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "latewood/policy.h"
#include "render/cache/piece_cache.h"
#include "render/parts/outline.h"
#include "tree/memory/persistent_vector.h"

namespace latewood::render {

struct TokenTotals {
  tree::PersistentVector<Strip> strips;
  tree::PersistentVector<std::uint64_t> ends;  // one for each strip

  std::uint64_t all() const { return ends.empty() ? 0 : ends.back(); }
};

// Tokens are those of whole units, without breakpoints. What the cache has of the product by a counter of that name is
// used, and replaced.
TokenTotals count_tokens(const Outline& outline, std::string_view product, TokenCounter& counter, PieceCache& cache);

// Of the units before that one, counted from 0.
std::uint64_t tokens_before(const TokenTotals& totals, const Outline& outline, std::uint64_t unit,
                            TokenCounter& counter);

}  // namespace latewood::render
