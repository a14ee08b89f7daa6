// What the working state has that the latest snapshot has not.
#pragma once

#include "latewood/context.h"
#include "latewood/diff.h"
#include "latewood/result.h"

namespace latewood::cli {

// Edits only: that a cycle passes and a ttl runs down is none. Before the first commit everything
// but the regions is new.
Result<Diff> working_diff(const Context& context);

bool is_empty(const Diff& diff);

}  // namespace latewood::cli
