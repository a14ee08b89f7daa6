// `JsonValue` to canonical text: byte for byte what Python's
// `json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=True)`
// writes. These bytes are hashed, so they are normative.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "latewood/json_value.h"

namespace latewood {

std::string canonical_json(const JsonValue& value);

void append_canonical_json(std::string& out, const JsonValue& value);

// A quoted string. `text` must be UTF-8; a byte that is not is written as U+FFFD.
void append_json_string(std::string& out, std::string_view text);

// The shortest text that reads back as `value`, in Python's spelling: `1.0`,
// `1e+16`, `1e-05`, `-0.0`. `value` must be finite.
void append_json_double(std::string& out, double value);

}  // namespace latewood
