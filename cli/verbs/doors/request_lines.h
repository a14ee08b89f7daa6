// A session over standard input and output: one JSON request a line, one JSON answer a line, in order.
#pragma once

#include "cli/open/caller.h"

namespace latewood::cli {

// Reads {"op":"NAME","args":{..}} lines until the end of standard input. A line that is no such request, or is longer
// than 64 MiB, gets an error line, and the session goes on. Empty lines are skipped. Returns the exit code.
int answer_lines(Caller& caller);

}  // namespace latewood::cli
