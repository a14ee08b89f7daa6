// Elements that two sequences surely share: those that occur once on each side, as
// many of them as have the same order on both (the idea of patience diff).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "diff/edit_path.h"

namespace latewood::diff {

// The same element, by its place on each side.
struct Anchor {
  std::size_t older = 0;
  std::size_t newer = 0;
  friend bool operator==(const Anchor&, const Anchor&) = default;
};

// Ascending on both sides. Takes n log n steps, and memory for the greatest symbol.
std::vector<Anchor> anchors_between(std::span<const Symbol> older, std::span<const Symbol> newer);

}  // namespace latewood::diff
