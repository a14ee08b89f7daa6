// What to say about a command line that does not parse.
#pragma once

#include <CLI/CLI.hpp>

namespace latewood::cli {

// Prints an error that names the word at fault and, where one is near, the word that
// was probably meant; then where to read on. Gives the exit code.
int report_usage(const CLI::App& app, const CLI::ParseError& fault);

}  // namespace latewood::cli
