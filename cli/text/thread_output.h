// The bytes that a provider gets, as `render` and `preview` print them.
#pragma once

#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/render.h"

namespace latewood::cli {

// Exactly these bytes; a person at a terminal gets a line feed after them. Gives the exit code.
int print_bytes(std::string_view bytes);

JsonValue units_json(const Units& units);

// The bytes as a text, with what each node gave and what was repaired. `units` may be null.
int print_thread_json(std::string_view thread, JsonValue units);
int print_rendered_json(const Rendered& rendered);

}  // namespace latewood::cli
