// Errors about command lines that do not parse.
#pragma once

#include <CLI/CLI.hpp>

namespace latewood::cli {

// Prints an error that names the wrong word and, if there is one, a suggestion; then which help to read. Returns the
// exit code.
int report_usage(const CLI::App& app, const CLI::ParseError& fault);

// Prints the help or the version that was asked for. An unknown verb is an error also with --help.
int finish_help(CLI::App& app, const CLI::Success& help);

}  // namespace latewood::cli
