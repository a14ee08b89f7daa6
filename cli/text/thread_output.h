// Prints the bytes of a provider request, for `render` and `preview`.
#pragma once

#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/render.h"

namespace latewood::cli {

// Prints exactly these bytes; on a terminal also a line feed. Returns the exit code.
int print_bytes(std::string_view bytes);

JsonValue units_json(const Units& units);

// Prints the bytes as a JSON text, with the range of each node and the repairs. `units` may be null.
int print_thread_json(std::string_view thread, JsonValue units);
int print_rendered_json(const Rendered& rendered);

}  // namespace latewood::cli
