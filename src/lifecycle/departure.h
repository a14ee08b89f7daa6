// What a lifecycle step leaves behind: a tree, and the record of what went.
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

// Finding nodes and references. `referrers_of` may name nodes that are gone or no longer
// refer; whoever asks looks at them.
struct Lookup {
  const tree::Surroundings* around = nullptr;
  std::function<std::vector<std::string>(std::string_view id)> referrers_of;
};

// The ids a node refers to: its attribute `data_refs`, one id or a list (D-16).
std::vector<std::string> references_in(const tree::Node& node);

// Removes the node and everything below it, and records each; what is below it left with its parent. The node
// must be there, and be a turn or a block.
void depart(Outcome& outcome, const tree::Place& place, Cause cause);

}  // namespace latewood::lifecycle
