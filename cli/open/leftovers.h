// Refuses options that a command would ignore.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/open/where.h"
#include "latewood/result.h"

namespace latewood::cli {

// Removes options that the verb would ignore, such as --branch from a verb that reads the whole store. Using one is
// then an error.
void without_options(CLI::App& verb, const std::vector<std::string>& names);

// The reference for the store: "@t-3" on the branch of --branch; the newest commit there if `reference` is empty.
// E_OPTION_INVALID for a branch, tag or commit together with --branch, which would be ignored.
Result<std::string> moment_on_branch(const Where& where, const std::string& reference);
// Only the check: E_OPTION_INVALID for a branch, tag or commit together with --branch or --at.
Result<void> refuse_beside_name(const Where& where, const std::string& reference);

}  // namespace latewood::cli
