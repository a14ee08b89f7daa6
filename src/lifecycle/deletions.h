// The nodes that the edits of a cycle removed.
#pragma once

#include <vector>

#include "latewood/commit.h"
#include "lifecycle/measure.h"
#include "tree/edit/draft.h"
#include "tree/tree.h"

namespace latewood::lifecycle {

struct Deletions {
  std::vector<Departure> departures;  // in document order of the tree before
  Totals totals;                      // the totals of the removed blocks
};

// The nodes of `older` that are not in `edited`: deleted nodes, and nodes to which a move gave another id. Cost: the
// turns that differ.
Deletions find_deletions(const tree::Tree& older, const tree::Tree& edited, const tree::Surroundings& around);

}  // namespace latewood::lifecycle
