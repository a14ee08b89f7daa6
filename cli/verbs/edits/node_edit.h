// Edits of nodes that arguments name: the call of the operation and its result as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"

namespace latewood::cli {

// Adds the names of nodes, with "-" replaced by the ids on standard input. The error is one of the input.
Result<void> add_nodes(CallArguments& arguments, const std::vector<std::string>& names);

// Runs an operation whose result is {"nodes":[{"id","new_ids"}..]} and prints "DONE id -> new ids" for each node.
int edit_nodes(const Where& where, std::string_view operation, const CallArguments& arguments, const std::string& done,
               bool json);

}  // namespace latewood::cli
