// Results as JSON: compact, ASCII, members sorted, one value per line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/json_value.h"

namespace latewood::cli {

// Prints the value and a line feed.
void print_json(const JsonValue& value);

JsonValue json_of(std::uint64_t number);
JsonValue json_of(const std::vector<std::string>& texts);
// null for nullopt.
JsonValue json_of(const std::optional<std::string>& text);

}  // namespace latewood::cli
