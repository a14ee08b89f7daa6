// JSON strings, reading side, and the bytes that both sides copy as they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "canon/json_cursor.h"
#include "latewood/result.h"

namespace latewood {

// How many bytes at the start of `text` stand for themselves inside a canonical
// JSON string: 0x20 to 0x7e without the quote and the backslash.
std::size_t plain_json_prefix(std::string_view text);

// Steps over the string at `cursor` if every byte of it stands for itself, and gives
// what is between its quotes: no copy and no error to carry. Otherwise, also where there is no
// string, nothing is read.
std::optional<std::string_view> take_plain_json_string(JsonCursor& cursor);

// Steps over the string at `cursor` if its bytes are those that `append_json_string` would
// write for it, and gives them with the quotes. Otherwise nothing is read; the string may
// still be a valid one, written otherwise.
std::optional<std::string_view> take_canonical_json_string(JsonCursor& cursor);

// Steps over the string at `cursor`, which is at its opening quote. A lone
// surrogate is noted in the cursor and is no failure here.
Result<std::string> read_json_string(JsonCursor& cursor);

}  // namespace latewood
