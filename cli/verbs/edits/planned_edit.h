// --plan: what an edit would cost, without making it.
#pragma once

#include <string_view>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"

namespace latewood::cli {

void add_plan_flag(CLI::App& verb, bool& plan);

// Prints the plan of the next commit with this edit in it; makes nothing. Returns the exit code.
int plan_edit(const Where& where, std::string_view operation, const CallArguments& arguments, bool json);

// Prints the text of a result of `plan`.
void print_plan(const JsonValue& result);

}  // namespace latewood::cli
