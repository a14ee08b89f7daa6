// The check of a claim in a fuzz target. Unlike `assert`, release builds do it too.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "latewood/result.h"

namespace latewood::fuzz {

inline void require(bool holds, const char* claim) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", claim);
  std::abort();
}

// The error must blame the input, which has `size` bytes, and point into it.
inline void require_blames_input(const Error& error, std::size_t size) {
  require(error.code == Code::InvalidArgument, "the input is to blame");
  require(error.place.has_value(), "an error has a place");
  require(error.place->offset <= size && error.place->length <= size - error.place->offset, "the place is inside");
}

}  // namespace latewood::fuzz
