// When something in a log was said, as far as the log tells.
#pragma once

#include <cstdint>
#include <optional>

#include "latewood/json_value.h"

namespace latewood::exchange {

// Nanoseconds since 1970 of a value: seconds, milliseconds, microseconds or nanoseconds, told by their size, or a text
// "2026-03-01T10:12:00Z" with or without a fraction and an offset. Nothing for anything else, and for times that a
// commit cannot have.
std::optional<std::int64_t> time_of(const JsonValue& value);

// The same of the first of the members that logs have a time in: created_at, create_time, created, timestamp, time,
// date.
std::optional<std::int64_t> find_time(const JsonValue& object);

}  // namespace latewood::exchange
