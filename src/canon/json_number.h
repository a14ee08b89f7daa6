// JSON numbers, reading side. A number without a fraction and an exponent is an
// integer and keeps all its digits; any other is the nearest double.
#pragma once

#include <cstdint>
#include <optional>

#include "canon/json_cursor.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

// Steps over the number at `cursor` if it is an integer of at most 18 digits, as almost all
// are. Otherwise, also where there is no number, nothing is read.
std::optional<std::int64_t> take_short_integer(JsonCursor& cursor);

// Steps over the number at `cursor`. A number too small for a double is a zero
// of its sign; one too large is refused.
Result<JsonValue> read_json_number(JsonCursor& cursor);

}  // namespace latewood
