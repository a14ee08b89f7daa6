// `latewood prefix`: what a request keeps of the one before it.
#pragma once

#include <CLI/CLI.hpp>

namespace latewood::cli {

// Adds the verb to `app`. It sets `exit_code` when the command line is parsed.
void add_prefix_verb(CLI::App& app, int& exit_code);

}  // namespace latewood::cli
