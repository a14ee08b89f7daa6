// Prints the bytes of a request, for `render` and `preview`.
#pragma once

#include "latewood/json_value.h"

namespace latewood::cli {

// Prints exactly the bytes of a rendered result; on a terminal also a line feed. Without a profile a note on standard
// error says that this is the canonical thread.
void print_request(const JsonValue& result);

}  // namespace latewood::cli
