// Text from outside, made fit for one line of a terminal.
#pragma once

#include <string>
#include <string_view>

namespace latewood::cli {

// Control characters as `\x1b`: a name from the input must not break the line or steer the
// terminal.
std::string printable(std::string_view text);

// The columns it takes, counting one for each character.
std::size_t columns_of(std::string_view text);

}  // namespace latewood::cli
