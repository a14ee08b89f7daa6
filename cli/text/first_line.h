// The first line of a commit message, for lists.
#pragma once

#include <string>
#include <string_view>

namespace latewood::cli {

// The first line that is not empty, with " ..." if more text follows.
std::string first_line(std::string_view text);

}  // namespace latewood::cli
