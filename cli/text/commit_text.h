// The report of a commit, in lines for people.
#pragma once

#include <string>

#include "latewood/json_value.h"

namespace latewood::cli {

// Prints the result of the operation `commit`.
void print_commit_report(const JsonValue& report, const std::string& message);

}  // namespace latewood::cli
