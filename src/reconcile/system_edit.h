// Makes the system region that of a request.
#pragma once

#include <cstdint>
#include <vector>

#include "latewood/context.h"
#include "latewood/result.h"
#include "reconcile/held_line.h"
#include "reconcile/request.h"

namespace latewood::reconcile {

struct SystemEdit {
  std::uint64_t added = 0;  // or replaced
  std::uint64_t removed = 0;
};

// Turns blocks of `^sys`, all of its tools or all of its other blocks, into the given ones in their order. A block that
// only has other content keeps its id; from the first one that differs in more on, all are removed and inserted again.
// Needs the system capability if anything differs.
Result<SystemEdit> edit_blocks_of_system(Context& context, const std::vector<HeldUnit>& held,
                                         const std::vector<GivenBlock>& given);

}  // namespace latewood::reconcile
