// A file as an argument of a call: what a server gets in place of a file beside the arguments.
#pragma once

#include <string>

#include "latewood/result.h"
#include "latewood/session.h"

namespace latewood::cli {

// The arguments with the member "text", or with "base64" for bytes that are not UTF-8.
Result<std::string> with_input(const std::string& arguments, const CallInput& input);

}  // namespace latewood::cli
