// The last step of the lifecycle: the active head becomes the newest turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tree/edit/draft.h"

namespace latewood::lifecycle {

// Moves the children of the active head, with their ids, to a new turn and empties the head. The turn has exactly one
// core; it is made if the head has none (D-22). `expiry` is the cycle whose commit removes the turn.
void seal(tree::Draft& draft, const tree::Surroundings& around, std::int64_t expiry = tree::kNever);

// An imported turn may have blocks at offset 0 instead of a core. If the last of these was removed, adds an empty core,
// since every turn has one (D-01). `rings` are the turns to check.
void replace_lost_cores(tree::Draft& draft, const tree::Surroundings& around, const std::vector<std::size_t>& rings);

}  // namespace latewood::lifecycle
