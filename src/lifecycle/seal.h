// The last step before the snapshot: the active head becomes the newest turn.
#pragma once

#include "tree/draft.h"

namespace latewood::lifecycle {

// The head's children, with their ids, under a new turn; an empty head in its place. A head
// without a core gets one, so that a turn always has exactly one (D-22).
void seal(tree::Draft& draft, const tree::Surroundings& around);

}  // namespace latewood::lifecycle
