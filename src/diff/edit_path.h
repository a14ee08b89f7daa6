// The shortest way from one sequence to another, by Myers' linear-space search
// from both ends ("An O(ND) Difference Algorithm and Its Variations", 1986).
//
// Shortest, unless that would take too long. Three rules keep the cost nearly linear;
// they count edits and steps and never time, so the same input gives the same result:
//   - If the whole needs more than 2 * `max_cost` edits, it is divided at its anchors
//     (anchors.h), and each stretch between two of them is searched by itself.
//   - A stretch that still needs more is cut where the search from its start got
//     furthest. Every cut halves `max_cost` for the searches after it, down to 16.
//   - After `max_steps` steps in all, what is left is replaced whole.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace latewood::diff {

// Equal elements have equal symbols.
using Symbol = std::uint32_t;

struct EditLimits {
  std::int64_t max_cost = 256;                     // edits that each end of a search may spend. Default 256.
  std::int64_t max_steps = std::int64_t{1} << 25;  // elements and diagonals looked at. Default 2^25.
};

// Whether an element is left out of the sequence that both sides share. What is
// not left out is, in order, the same on both sides.
struct LeftOut {
  std::vector<bool> older;
  std::vector<bool> newer;
};

LeftOut edit_path(std::span<const Symbol> older, std::span<const Symbol> newer, const EditLimits& limits = {});

}  // namespace latewood::diff
