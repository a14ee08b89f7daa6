// Nodes as people name them on the command line: by id, by selector, or "-" for the ids that
// standard input has, as `select` prints them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/result.h"

namespace latewood::cli {

// Selectors start with one of `. # ^ @ * : [`. An id that does too is written as a selector: `#.odd`.
bool is_selector(std::string_view name);

// The names with "-" replaced by what standard input has: a JSON array of ids, or lines of ids or
// of JSON objects with a member `id`.
Result<std::vector<std::string>> expand_names(const std::vector<std::string>& names);

// What the name means in a snapshot, or in the working state if the selector names no snapshot and
// `working` is set. An id is given back whether or not there is such a node.
Result<std::vector<std::string>> find_ids(const Context& context, std::string_view name, bool working);

// "@t-1" of "@t-1 .cb"; "@t0" if the name is no selector, or one that names no snapshot.
std::string moment_of_selector(std::string_view name);

}  // namespace latewood::cli
