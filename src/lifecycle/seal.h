// The last step before the snapshot: the active head becomes the newest turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tree/edit/draft.h"

namespace latewood::lifecycle {

// The head's children, with their ids, under a new turn; an empty head in its place. A head
// without a core gets one, so that a turn always has exactly one (D-22). `expiry` is the cycle whose commit removes the
// turn again.
void seal(tree::Draft& draft, const tree::Surroundings& around, std::int64_t expiry = tree::kNever);

// An imported turn may have no core but blocks at offset 0. If the last of them went, the turn
// gets an empty core, since every turn has one (D-01). `rings` are the turns to look at.
void replace_lost_cores(tree::Draft& draft, const tree::Surroundings& around, const std::vector<std::size_t>& rings);

}  // namespace latewood::lifecycle
