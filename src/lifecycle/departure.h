// The result of a lifecycle step: a tree, and the departures of the removed nodes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/commit.h"
#include "tree/edit/draft.h"
#include "tree/tree.h"

namespace latewood::lifecycle {

struct Outcome {
  tree::Tree tree;
  std::vector<Departure> departures;
  std::vector<std::string> deferred;
};

// Lookups of nodes and references. `referrers_of` returns hints: check that each node exists and still refers.
struct Lookup {
  const tree::Surroundings* around = nullptr;
  std::function<std::vector<std::string>(std::string_view id)> referrers_of;
};

// The ids a node refers to: its attribute `data_refs`, one id or a list (D-16).
std::vector<std::string> references_in(const tree::Node& node);

// Removes a turn or a block and all nodes below it, and records a departure for each. Nodes below it name their parent
// in the departure. `place` must exist.
void depart(Outcome& outcome, const tree::Place& place, Cause cause);

}  // namespace latewood::lifecycle
