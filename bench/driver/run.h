// How much a run does: all of it, or enough to see that the results are right.
#pragma once

#include <cstddef>

namespace latewood::bench {

struct Run {
  bool is_quick = false;

  // Sizes of the real figures, and of the quick ones.
  std::size_t pick(std::size_t full, std::size_t quick) const { return is_quick ? quick : full; }
  // How often the two sides of a ratio are timed.
  int repeats() const { return is_quick ? 1 : 15; }
};

}  // namespace latewood::bench
