// Byte-pair merging: of all neighbouring parts the pair with the lowest rank becomes one part, the first of equal ones,
// until no pair is a token. The parts are the tokens.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tokens/ranks.h"

namespace latewood::tokens {

// The tokens of a piece that is not a token itself. Short pieces are searched from start to end for each merge; long
// ones cost their length times its logarithm.
std::vector<Rank> merge_bytes(std::string_view piece, const Ranks& ranks);

}  // namespace latewood::tokens
