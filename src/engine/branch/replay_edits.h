// Edits of an earlier process made again on the same head.
#pragma once

#include "engine/branch/working_state.h"
#include "engine/record/edit_call.h"
#include "latewood/result.h"

namespace latewood::engine {

// Makes the edits with the stamps they had. No journal gets them: it has them already. Corruption if they make other
// nodes than they did.
Result<void> replay_edits(const EditCall& call, WorkingState& working);

}  // namespace latewood::engine
