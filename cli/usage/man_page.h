// The manual, from the same descriptions as --help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace latewood::cli {

// A page of section 1 in man macros, for the program or one of its verbs.
std::string man_page(const CLI::App& app);

// "latewood", "latewood-select": the page's name without its section.
std::string man_name(const CLI::App& app);

}  // namespace latewood::cli
