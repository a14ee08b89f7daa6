// The places in which a request differs from the line that it continues: a line diff of units.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reconcile/unit.h"

namespace latewood::reconcile {

// Units `[from, to)` of the line are replaced by units `[given_from, given_to)` of the request.
struct Hunk {
  std::size_t from = 0;
  std::size_t to = 0;
  std::size_t given_from = 0;
  std::size_t given_to = 0;
  friend bool operator==(const Hunk&, const Hunk&) = default;
};

struct Comparison {
  std::size_t prefix = 0;        // equal at the start of both
  std::size_t suffix = 0;        // the end of the line that the request has in one piece, behind the prefix
  std::size_t given_suffix = 0;  // where that piece begins in the request
};

// Finds the longest common start, and the longest end of the line that the rest of the request contains; of several
// equally long ones the last. Costs the sum of both lengths.
Comparison compare(std::span<const Unit> line, std::span<const Unit> request);

// Returns the hunks that turn the line into the request, in order. The equal units of the comparison stay, and so do
// units between them that both lists have once and in the same order. A hunk names at least one unit of the line; only
// the last one may name none and follow the line.
std::vector<Hunk> hunks_of(std::span<const Unit> line, std::span<const Unit> request, const Comparison& comparison);

}  // namespace latewood::reconcile
