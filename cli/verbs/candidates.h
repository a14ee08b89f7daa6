// How a command line that is half typed can go on.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace latewood::cli {

// What the last of `words` can become, in full. The words before it are complete and do not include
// the program's name. Names of contexts, branches and tags come from the store that the words or the
// environment name; a store that does not open has none. Nothing if a file name is due, or nobody can know.
std::vector<std::string> candidates(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace latewood::cli
