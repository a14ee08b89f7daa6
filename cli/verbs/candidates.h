// Completions of an incomplete command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace latewood::cli {

// Full words that the last of `words` can become. The other words are complete and do not include the name of the
// program. Reads names of contexts, branches and tags from the store that the words or the environment name; none if
// it does not open. Empty where a file name or free text is expected.
std::vector<std::string> candidates(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace latewood::cli
