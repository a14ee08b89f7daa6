// Whether a JSON value that came through the API can be written down exactly.
#pragma once

#include <string_view>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

// Refuses text that is not UTF-8, doubles that are not finite, and nesting past the limit
// of the reader, so that nothing is stored that could not be read back.
Result<void> check_json(const JsonValue& value);
Result<void> check_text(std::string_view text);

}  // namespace latewood
