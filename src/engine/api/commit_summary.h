// A commit with a hook that sums up what the commit removes.
#pragma once

#include "latewood/context.h"

namespace latewood::engine {

// `Context::commit` for options with a hook. The hook is asked before the commit begins, so nothing is locked while it
// works; if another writer commits meanwhile, the commit fails with E_CONFLICT as any other.
Result<CommitReport> commit_with_summary(Context& context, const CommitNote& note, const CommitOptions& options);

}  // namespace latewood::engine
