// JSON text to `JsonValue`, strictly: RFC 8259 and nothing beside it.
//
// Refused, each with its place and reason: duplicate keys, bytes that are not
// UTF-8, lone surrogates, numbers a double cannot hold (`1e400`), data after the
// value, nesting past the limit. The integer `-0` reads as `0`; integers keep
// all their digits.
#pragma once

#include <cstddef>
#include <string_view>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

struct JsonLimits {
  // Arrays and objects open at the same time; each takes some stack. Default 512.
  std::size_t max_depth = 512;
};

// The rule of the error for an escaped surrogate without its other half, which
// callers may have to tell from other faults. It is given only if the text has no
// other fault.
inline constexpr std::string_view kLoneSurrogate = "LoneSurrogate";

// The rule of the error for nesting past the limit, for the same reason.
inline constexpr std::string_view kNestingTooDeep = "NestingTooDeep";

Result<JsonValue> parse_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace latewood
