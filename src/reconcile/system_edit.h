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

// Changes `held`, the tools or the other blocks of `^sys`, into the given blocks, in their order. A block that differs
// only in its content is replaced and keeps its id. From the first block on that differs in more, all blocks are
// removed and inserted again. Needs the system capability if any block differs.
Result<SystemEdit> edit_blocks_of_system(Context& context, const std::vector<HeldUnit>& held,
                                         const std::vector<GivenBlock>& given);

}  // namespace latewood::reconcile
