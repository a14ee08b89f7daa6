// Attributes of a selector that no node can have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace latewood::cli {

// The names in brackets, outside quotes, that are neither headers of nodes nor of the forms that custom
// attributes have (`data_x`, `content_x`, `prefix:name`).
std::vector<std::string> unknown_attributes(std::string_view selector);

// Says on stderr which these are, and what was probably meant.
void note_unknown_attributes(std::string_view selector);

}  // namespace latewood::cli
