// Step two of a commit: what the policy's budgets do not allow for goes.
#pragma once

#include <vector>

#include "lifecycle/departure.h"
#include "lifecycle/measure.h"

namespace latewood::lifecycle {

struct PruneOutcome {
  Outcome outcome;
  std::vector<std::string> kept;  // would have gone, but a pin or reference holds them
};

// `totals` are those of the tree. Looks at every block only when a budget is exceeded, which
// hysteresis makes rare.
PruneOutcome prune(const tree::Tree& tree, const Totals& totals, const PrunePolicy& policy, TokenCounter* counter,
                   const Lookup& lookup);

}  // namespace latewood::lifecycle
