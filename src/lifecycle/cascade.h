// Removable containers that a commit emptied go with it, up the tree to a fixpoint.
#pragma once

#include <string>
#include <vector>

#include "lifecycle/departure.h"

namespace latewood::lifecycle {

// `emptied` are the parents of what was removed. One goes if it is removable, has no child
// left and is not referenced; then its own parent is looked at (CASCADE-01, CASCADE-08).
void cascade(Outcome& outcome, const std::vector<std::string>& emptied, const Lookup& lookup);

}  // namespace latewood::lifecycle
