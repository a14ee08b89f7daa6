// Members of the result of an operation. Its schema promises them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "latewood/json_value.h"

namespace latewood::cli {

// A member that is a text, an integer, or an array; empty or 0 if it is absent or null.
const std::string& text_of(const JsonValue& result, std::string_view member);
std::int64_t number_of(const JsonValue& result, std::string_view member);
const JsonValue::Array& list_of(const JsonValue& result, std::string_view member);
bool flag_of(const JsonValue& result, std::string_view member);

}  // namespace latewood::cli
