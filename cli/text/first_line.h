// Messages of commits may have several lines; lists show the first.
#pragma once

#include <string>
#include <string_view>

namespace latewood::cli {

// The first line that says something, with "..." where more follows.
std::string first_line(std::string_view text);

}  // namespace latewood::cli
