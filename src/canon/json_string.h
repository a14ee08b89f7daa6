// JSON strings, reading side, and the bytes that both sides copy as they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "canon/json_cursor.h"
#include "latewood/result.h"

namespace latewood {

// How many bytes at the start of `text` stand for themselves inside a canonical
// JSON string: 0x20 to 0x7e without the quote and the backslash.
std::size_t plain_json_prefix(std::string_view text);

// Steps over the string at `cursor`, which is at its opening quote. A lone
// surrogate is noted in the cursor and is no failure here.
Result<std::string> read_json_string(JsonCursor& cursor);

}  // namespace latewood
