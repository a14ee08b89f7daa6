// Edits of one head made again on another: what a refused commit needs to go on.
#pragma once

#include <vector>

#include "engine/branch.h"
#include "engine/edit_call.h"
#include "latewood/result.h"

namespace latewood::engine {

// Makes them in the branch's working state, which has no edits and no journal. Nodes keep the ids they
// had where those are free; where one gets another, later edits that name it mean the new one.
// Stamps and cycle are issued anew; what brought an edit about stays. If one fails, the branch is of no further use and
// the error says which edit it was.
Result<std::vector<EditCall>> reapply(const std::vector<EditCall>& calls, Branch& branch);

}  // namespace latewood::engine
