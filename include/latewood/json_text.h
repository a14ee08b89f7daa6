// JSON text as Latewood writes it: compact, ASCII, canonical.
#pragma once

#include <string>
#include <string_view>

#include "latewood/json_value.h"

namespace latewood {

// `text` as a quoted JSON string with ASCII escapes. Bytes that are not UTF-8 are
// written as U+FFFD.
std::string json_text(std::string_view text);

// Any value, with members sorted by key.
std::string json_text_of(const JsonValue& value);

}  // namespace latewood
