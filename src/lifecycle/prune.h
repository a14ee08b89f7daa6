// Step two of a commit: removes nodes until the policy's budgets are met.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lifecycle/departure.h"
#include "lifecycle/measure.h"

namespace latewood::lifecycle {

struct PruneOutcome {
  Outcome outcome;
  std::vector<std::string> kept;  // ids of nodes that were to be removed, but are held by a pin or a reference
};

// Says of a node that would leave with all nodes below it whether it may.
using MayLeave = std::function<bool(const tree::Tree& tree, const tree::Place& place)>;

// `totals` are those of the tree. Reads every block only if a budget is exceeded; the distance between trigger and
// target makes that rare. What `may_leave` refuses stays and is not reported; empty: everything may leave.
PruneOutcome prune(const tree::Tree& tree, const Totals& totals, const PrunePolicy& policy, TokenCounter* counter,
                   const Lookup& lookup, const MayLeave& may_leave = {});

}  // namespace latewood::lifecycle
