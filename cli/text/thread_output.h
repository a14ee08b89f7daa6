// Prints the bytes of a provider request, for `render` and `preview`.
#pragma once

#include <string_view>

namespace latewood::cli {

// Prints exactly these bytes; on a terminal also a line feed. Returns the exit code.
int print_bytes(std::string_view bytes);

}  // namespace latewood::cli
