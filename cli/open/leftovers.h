// What a command would ignore is refused, so that nobody takes it for done.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/open/where.h"
#include "latewood/result.h"

namespace latewood::cli {

// Takes options away that the verb would ignore, such as `--branch` of one that looks at the whole store: who gives one
// learns it.
void without_options(CLI::App& verb, const std::vector<std::string>& names);

// A moment as the store reads it: "@t-3" on the branch that `--branch` names, the newest commit there if nothing is
// said. E_OPTION_INVALID for a name beside `--branch`, which would be ignored.
Result<std::string> moment_on_branch(const Where& where, const std::string& reference);
// That alone: a branch, tag or commit stands for itself, so `--branch` and `--at` say nothing beside it.
Result<void> refuse_beside_name(const Where& where, const std::string& reference);

}  // namespace latewood::cli
