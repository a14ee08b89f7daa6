// Step two of a commit with a policy that knows the price: what a new summary covers leaves; then the budgets prune, if
// that pays for itself or the hard limit asks for it; then everything leaves that costs nothing because the prompt
// changes before it anyway.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "latewood/result.h"
#include "lifecycle/prune.h"

namespace latewood::lifecycle {

// What pruning works on. The trees and functions must outlive the call.
struct PruneScene {
  const tree::Tree& base;  // the snapshot before
  const tree::Tree& tree;  // after expiry, before sealing
  std::uint64_t cycle = 0;
  const PrunePolicy& policy;
  TokenCounter* counter = nullptr;
  const Lookup& lookup;
  std::function<Totals(const tree::Tree& tree)> totals_of;
  // Hints: nodes whose ttl may end in the cycle or before it.
  std::function<std::vector<std::string>(std::uint64_t cycle)> due_until;
};

// E_LIMIT_EXCEEDED if the tree cannot be brought below the hard limit. A policy without such rules prunes as `prune`.
Result<PruneOutcome> prune_by_price(const PruneScene& scene);

// Whether removing what is in `before` and not in `after` pays for itself: the price of sending anew what the removal
// moves, against the price of sending the removed blocks in the given number of later requests.
bool pays_back(const PayBack& rule, std::uint64_t sent_anew, std::uint64_t removed);

}  // namespace latewood::lifecycle
