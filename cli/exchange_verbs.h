// `latewood export`, `latewood render`, `latewood hash`: products of a document.
#pragma once

#include <CLI/CLI.hpp>

namespace latewood::cli {

// Adds the verbs to `app`. The chosen one sets `exit_code` when the command line is parsed.
void add_exchange_verbs(CLI::App& app, int& exit_code);

}  // namespace latewood::cli
