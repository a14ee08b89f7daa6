// JSON text to `JsonValue`, strictly: RFC 8259 and nothing beside it.
//
// Refused, each with its place and reason: duplicate keys, bytes that are not
// UTF-8, lone surrogates, numbers a double cannot hold (`1e400`), data after the
// value, nesting past the limit. The integer `-0` reads as `0`; integers keep
// all their digits.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/rules.h"
#include "canon/json_cursor.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

struct JsonLimits {
  // Arrays and objects open at the same time; each takes some stack. Default 512.
  std::size_t max_depth = 512;
};

// For texts of our own that have such values in them, a few arrays and objects down.
inline constexpr JsonLimits kAroundValues{.max_depth = JsonLimits{}.max_depth + 16};

// An escaped surrogate without its other half has the rule kLoneSurrogate, and only if the text has no other fault;
// nesting past the limit has kNestingTooDeep. Callers have to tell both from other faults.
Result<JsonValue> parse_json(std::string_view text, const JsonLimits& limits = {});

// Steps over the value at `cursor`, for readers that take a document apart themselves. A lone
// surrogate is noted in the cursor and is no failure here.
Result<JsonValue> read_json_value(JsonCursor& cursor, const JsonLimits& limits = {});

// Refuses a byte order mark, which no JSON text starts with.
Result<void> check_no_byte_order_mark(std::string_view text);

}  // namespace latewood
