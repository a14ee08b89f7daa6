// Counting tokens before anything changes.
#pragma once

#include "latewood/result.h"
#include "operations/table/row.h"

namespace latewood::operations {

// Makes the counter of the session count all that the commit to come counts, and asks `before_commit`. A counter that
// fails must fail before the call takes effect: later its counts would be in the history.
Result<void> count_first(const EditCallPlace& place);

}  // namespace latewood::operations
