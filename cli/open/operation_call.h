// Calls of operations of the table, for verbs.
#pragma once

#include <string>
#include <string_view>

#include "cli/open/where.h"
#include "latewood/json_value.h"
#include "latewood/result.h"
#include "latewood/session.h"

namespace latewood::cli {

// The options of a session on the store that the options choose.
SessionOptions session_options(const Where& where, Scope scope);

// A session on the store that the options choose, or on the document of --file.
Result<Session> open_session(const Where& where, Scope scope = Scope::Admin);

// Runs the operation and prints its result as --json does: the result on one line, or each element of its list on a
// line of its own. `done` is what took effect although its output is lost, for the message about that. Returns the exit
// code.
int print_call(const Where& where, std::string_view operation, const JsonValue& arguments, std::string_view done = {});

// Prints {"error":{...}} on standard output and the line for people on standard error. Returns the exit code.
int report_json(const Error& error);

}  // namespace latewood::cli
