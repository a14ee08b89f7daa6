// The bytes that an import reads: those of the caller, or of the arguments "text" and "base64".
#pragma once

#include <string>

#include "latewood/exchange.h"
#include "latewood/result.h"
#include "latewood/session.h"
#include "operations/table/arguments.h"

namespace latewood::operations {

// E_ARGUMENT_INVALID unless there is exactly one of them. May be read any number of times.
Result<CallInput> input_of(const Arguments& arguments);

// All of it.
Result<std::string> whole_text(const CallInput& input);

// At least `size` bytes of the start, if there are so many.
Result<std::string> start_of(const CallInput& input, std::size_t size);

}  // namespace latewood::operations
