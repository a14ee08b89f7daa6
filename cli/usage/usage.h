// Errors about command lines that do not parse.
#pragma once

#include <CLI/CLI.hpp>

namespace latewood::cli {

// Prints an error that names the wrong word and, if there is one, a suggestion; then which help to read. Returns the
// exit code.
int report_usage(const CLI::App& app, const CLI::ParseError& fault);

}  // namespace latewood::cli
