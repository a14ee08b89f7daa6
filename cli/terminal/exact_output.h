// Exact bytes to standard output, with the failure of a full disk or a closed pipe.
#pragma once

#include <string_view>

#include "latewood/result.h"

namespace latewood::cli {

// `write_exact` as a sink of the library. Unavailable if the bytes did not arrive.
Result<void> write_to_output(std::string_view bytes);

// Reports why writing failed, or writes `last` and flushes. Returns the exit code.
int finish_written(const Result<void>& written, std::string_view last = {});

}  // namespace latewood::cli
