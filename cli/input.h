// Where the command line reads from.
#pragma once

#include <string>

#include "latewood/result.h"

namespace latewood::cli {

// The whole file, or standard input for "-".
Result<std::string> load_input(const std::string& path);

// What `path` is called in messages.
std::string name_of_input(const std::string& path);

}  // namespace latewood::cli
