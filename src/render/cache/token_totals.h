// The number of tokens of a text up to the end of each piece. Counting a text that extends a counted one costs only the
// pieces that differ.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

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

// Counts the tokens of whole units, without breakpoints. Uses the totals that the cache has for the product and the
// counter's name, and replaces them.
TokenTotals count_tokens(const Outline& outline, std::string_view product, TokenCounter& counter, PieceCache& cache);

// The tokens of all units before `unit`, which is counted from 0.
std::uint64_t tokens_before(const TokenTotals& totals, const Outline& outline, std::uint64_t unit,
                            TokenCounter& counter);

// The tokens of each unit of a strip.
std::vector<std::uint64_t> count_each_unit(const Outline& outline, std::size_t strip, TokenCounter& counter);

// The index of the strip with the unit, which is counted from 0; the number of strips if there is none.
std::size_t strip_with_unit(const Outline& outline, std::uint64_t unit);

}  // namespace latewood::render
