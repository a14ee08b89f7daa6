// The arguments that name nodes: an id, a selector, or "-" for ids on standard input, as `select` prints them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/result.h"

namespace latewood::cli {

// Selectors start with one of `. # ^ @ * : [`. An id that starts with one of these is written as a selector: `#.odd`.
bool is_selector(std::string_view name);

// The names with "-" replaced by the ids on standard input: a JSON array of ids, or lines that are ids or JSON objects
// with a member `id`.
Result<std::vector<std::string>> expand_names(const std::vector<std::string>& names);

// The ids that the name selects: in the snapshot that the selector names; else in the working state if `working` is
// set; else in the newest snapshot. Returns an id unchanged, whether or not the node exists.
Result<std::vector<std::string>> find_ids(const Context& context, std::string_view name, bool working);

// The snapshot of a selector: "@t-1" for "@t-1 .cb"; "@t0" if the name contains none.
std::string moment_of_selector(std::string_view name);

}  // namespace latewood::cli
