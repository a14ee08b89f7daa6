// Compiles regular expressions to programs for `Pattern`.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "text/pattern.h"

namespace latewood::text {

// A text as characters, with the byte position of each and of the end.
struct Characters {
  std::vector<char32_t> all;
  std::vector<std::size_t> places;
};
// InvalidArgument if it is not UTF-8.
Result<Characters> characters_of(std::string_view text);

// E_PATTERN_INVALID with the place.
Result<std::vector<Pattern::Step>> parse_regex(std::string_view text);

}  // namespace latewood::text
