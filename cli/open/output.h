// Files the command line writes.
#pragma once

#include <functional>
#include <string>

#include "latewood/exchange.h"
#include "latewood/result.h"

namespace latewood::cli {

// Writes a file in pieces. It has its name only when all of it is there: a writer that fails
// leaves no file, and one that was there before stays.
Result<void> save_output(const std::string& path, const std::function<Result<void>(const ByteSink& sink)>& write);

}  // namespace latewood::cli
