#include "cli/text/json_output.h"

#include <iostream>

#include "latewood/json_text.h"

namespace latewood::cli {

void print_json(const JsonValue& value) { std::cout << json_text_of(value) << '\n'; }

JsonValue json_of(std::uint64_t number) { return JsonValue(static_cast<std::int64_t>(number)); }

JsonValue json_of(const std::vector<std::string>& texts) { return JsonValue::Array(texts.begin(), texts.end()); }

JsonValue json_of(const std::optional<std::string>& text) { return text ? JsonValue(*text) : JsonValue(); }

}  // namespace latewood::cli
