// Replays the edits of a journal on the head for which they were made.
#pragma once

#include "latewood/result.h"

namespace latewood::engine {

class WorkingState;
struct EditCall;

// Makes the edits of `call` with their recorded stamps, without writing to the journal. Corruption if the edits make
// other nodes than the call recorded.
Result<void> replay_edits(const EditCall& call, WorkingState& working);

}  // namespace latewood::engine
