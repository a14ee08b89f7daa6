// Numbers of our own records as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "latewood/json_value.h"

namespace latewood {

// An unsigned integer, exact: above 2^63 it is a big integer.
inline JsonValue json_number(std::uint64_t value) {
  const bool fits = value <= static_cast<std::uint64_t>(INT64_MAX);
  return fits ? JsonValue(static_cast<std::int64_t>(value)) : JsonValue(BigInteger{std::to_string(value)});
}

}  // namespace latewood
