// Lists of the library, which are JSON arrays, as the command line prints lists: one element a line.
#pragma once

#include <string>

namespace latewood::cli {

// `array` is a JSON array that the library wrote.
void print_json_lines(const std::string& array);

}  // namespace latewood::cli
