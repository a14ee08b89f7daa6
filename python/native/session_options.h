// The options of a session from JSON.
#pragma once

#include <string_view>

#include "latewood/result.h"
#include "latewood/session.h"

namespace latewood::python {

// InvalidArgument for a member or a word that is not known. `tokens_name` is left to the caller.
Result<SessionOptions> session_options_of(std::string_view json);

}  // namespace latewood::python
