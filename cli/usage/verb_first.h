// Lets options of a verb precede it: `latewood --store work.db tree`.
#pragma once

#include <string>
#include <vector>

namespace latewood::cli {

// The arguments with leading store options moved behind the verb. Other arguments stay in place.
std::vector<std::string> verb_first(std::vector<std::string> arguments);

}  // namespace latewood::cli
