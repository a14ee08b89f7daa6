// `latewood warp ...`: recomputes digests from documents.
#pragma once

#include <CLI/CLI.hpp>

namespace latewood::cli {

// Adds the verb and its products to `app`. The chosen one sets `exit_code` when
// the command line is parsed.
void add_warp_verbs(CLI::App& app, int& exit_code);

}  // namespace latewood::cli
