// What a question passed over because it is not committed yet.
#pragma once

#include "latewood/context.h"
#include "latewood/query.h"
#include "latewood/result.h"
#include "latewood/selector.h"

namespace latewood::cli {

// Says so on stderr if there are edits of nodes that match in the working state and that `answer`, which was asked of
// snapshots, does not have.
void note_uncommitted(const Context& context, const Selector& selector, const Result<Selection>& answer);

// Says on stderr that there is no commit to ask yet.
void note_nothing_committed();

}  // namespace latewood::cli
