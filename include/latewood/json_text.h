// JSON text as Latewood writes it, compact, ASCII, canonical, and as it reads it.
#pragma once

#include <string>
#include <string_view>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

// `text` as a quoted JSON string with ASCII escapes. Bytes that are not UTF-8 are
// written as U+FFFD.
std::string json_text(std::string_view text);

// Any value, with members sorted by key.
std::string json_text_of(const JsonValue& value);

// The value of a JSON text, read strictly: an error has the place of the fault. Duplicate keys,
// bytes that are not UTF-8 and lone surrogates are faults.
Result<JsonValue> parse_json_text(std::string_view text);

}  // namespace latewood
