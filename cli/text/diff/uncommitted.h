// Notes about edits that are not committed yet.
#pragma once

#include "latewood/context.h"
#include "latewood/query.h"
#include "latewood/result.h"
#include "latewood/selector.h"

namespace latewood::cli {

// Prints a note on standard error if uncommitted nodes match in the working state and `answer`, which is about
// snapshots, does not contain them.
void note_uncommitted(const Context& context, const Selector& selector, const Result<Selection>& answer);

// Prints a note on standard error that there is no commit yet.
void note_nothing_committed();

}  // namespace latewood::cli
