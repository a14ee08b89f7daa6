// Options of a verb may also stand before it: `latewood --store work.db tree`.
#pragma once

#include <string>
#include <vector>

namespace latewood::cli {

// The arguments with the options that say where to work moved behind the verb. Others stay.
std::vector<std::string> verb_first(std::vector<std::string> arguments);

}  // namespace latewood::cli
