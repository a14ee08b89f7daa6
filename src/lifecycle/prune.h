// Step two of a commit: removes nodes until the policy's budgets are met.
#pragma once

#include <vector>

#include "lifecycle/departure.h"
#include "lifecycle/measure.h"

namespace latewood::lifecycle {

struct PruneOutcome {
  Outcome outcome;
  std::vector<std::string> kept;  // ids of nodes that were to be removed, but are held by a pin or a reference
};

// `totals` are those of the tree. Reads every block only if a budget is exceeded; the distance between trigger and
// target makes that rare.
PruneOutcome prune(const tree::Tree& tree, const Totals& totals, const PrunePolicy& policy, TokenCounter* counter,
                   const Lookup& lookup);

}  // namespace latewood::lifecycle
