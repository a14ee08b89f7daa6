// JSON integers of literals, which are ints.
#pragma once

#include <cstdint>

#include "latewood/json_value.h"

namespace latewood::test {

inline JsonValue json_integer(std::int64_t value) { return JsonValue(value); }

}  // namespace latewood::test
