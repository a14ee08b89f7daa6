// JSON text as Latewood writes it (compact, ASCII, canonical) and as it reads it. Pure functions: any thread may call
// them.
//
//   const JsonValue value = parse_json_text(R"({"b":1,"a":"ash"})").value();
//   std::cout << json_text_of(value) << '\n';  // {"a":"ash","b":1}
#pragma once

#include <string>
#include <string_view>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

// `text` as a quoted JSON string with ASCII escapes. Bytes that are not UTF-8 become U+FFFD.
std::string json_text(std::string_view text);

// Any value, with members sorted by key.
std::string json_text_of(const JsonValue& value);

// The value of a JSON text, read strictly. InvalidArgument with the place of the fault; duplicate keys, bytes that are
// not UTF-8, lone surrogates and more than 512 nested arrays and objects are faults.
Result<JsonValue> parse_json_text(std::string_view text);

}  // namespace latewood
