// Replays the edits of a journal on the head for which they were made.
#pragma once

#include "engine/branch/working_state.h"
#include "engine/record/edit_call.h"
#include "latewood/result.h"

namespace latewood::engine {

// Makes the edits of `call` with their recorded stamps, without writing to the journal. Corruption if the edits make
// other nodes than the call recorded.
Result<void> replay_edits(const EditCall& call, WorkingState& working);

}  // namespace latewood::engine
