// Prints a JSON array of the library as lines, one element per line.
#pragma once

#include <string>

namespace latewood::cli {

// `array` is the text of a JSON array written by the library.
void print_json_lines(const std::string& array);

}  // namespace latewood::cli
