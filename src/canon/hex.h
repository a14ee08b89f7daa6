// Bytes as lower-case hexadecimal digits, two per byte.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace latewood {

std::string hex_of(std::string_view bytes);

// Nothing if `digits` is of odd length or has anything but lower-case digits.
std::optional<std::string> parse_hex(std::string_view digits);

}  // namespace latewood
