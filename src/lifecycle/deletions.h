// What the edits of a cycle took out.
#pragma once

#include <vector>

#include "latewood/commit.h"
#include "lifecycle/measure.h"
#include "tree/edit/draft.h"
#include "tree/tree.h"

namespace latewood::lifecycle {

struct Deletions {
  std::vector<Departure> departures;  // in document order of the tree before
  Totals totals;                      // of their blocks
};

// The nodes of `older` that are nowhere in `edited`: deleted ones, and those that a move gave another
// id. Costs the turns that differ.
Deletions find_deletions(const tree::Tree& older, const tree::Tree& edited, const tree::Surroundings& around);

}  // namespace latewood::lifecycle
