// Calls to vendors that were made before their commits were: those of an imported log.
#pragma once

#include <string>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/context.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// An attempt that names its commit. Its number is issued when it is written.
struct PastAttempt {
  std::string branch;
  Attempt attempt;
};

// Records the attempts of a context, of any of its branches, as one transaction. Their replies are in the history
// already. An attempt whose request was not rendered here has a digest of zeros.
Result<void> add_past_attempts(Context& context, std::vector<PastAttempt> attempts);

// Whether commits of the context wait for the disk from now on; default: Now. After `Later` a commit survives the
// process, and a power cut only after a later write that waits.
void set_commit_flush(Context& context, store::Flush flush);

}  // namespace latewood::engine
