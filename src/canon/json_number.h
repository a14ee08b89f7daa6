// JSON numbers, reading side. A number without a fraction and an exponent is an
// integer and keeps all its digits; any other is the nearest double.
#pragma once

#include "canon/json_cursor.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

// Steps over the number at `cursor`. A number too small for a double is a zero
// of its sign; one too large is refused.
Result<JsonValue> read_json_number(JsonCursor& cursor);

}  // namespace latewood
