// Removes the removable containers that a commit emptied, up the tree, until nothing changes.
#pragma once

#include <string>
#include <vector>

#include "lifecycle/departure.h"

namespace latewood::lifecycle {

// `emptied` are the parents of removed nodes. Removes each one that is removable, has no children and is not
// referenced, and then checks its own parent (CASCADE-01, CASCADE-08).
void cascade(Outcome& outcome, const std::vector<std::string>& emptied, const Lookup& lookup);

}  // namespace latewood::lifecycle
