// Which contexts the caller of a session may use: those whose names begin with the prefix of the session.
#pragma once

#include <string>
#include <string_view>

#include "latewood/result.h"
#include "operations/table/arguments.h"
#include "operations/table/row.h"

namespace latewood::operations {

// The prefix that permits what both permit. A name that no context has if nothing is permitted by both.
std::string common_prefix(const std::string& one, const std::string& other);

// E_SCOPE if the call names a context outside of the prefix, or works on the whole store. `fallback` is the context of
// calls that name none. An operation without a row in reach.cc and without the argument "context" is refused, so a new
// one is closed until it is described there.
Result<void> check_reach(std::string_view prefix, const Row& row, const Arguments& arguments,
                         const std::string& fallback);

// E_SCOPE if the name does not begin with the prefix.
Result<void> check_name(std::string_view prefix, const std::string& name);

// The error of a call without hints that name contexts outside of the prefix.
Error without_names(std::string_view prefix, Error error);

}  // namespace latewood::operations
