// Output files.
#pragma once

#include <functional>
#include <string>

#include "latewood/exchange.h"
#include "latewood/result.h"

namespace latewood::cli {

// Writes a file in pieces. The file appears under its name only when it is complete: if `write` fails, there is no new
// file and an existing one is unchanged.
Result<void> save_output(const std::string& path, const std::function<Result<void>(const ByteSink& sink)>& write);

}  // namespace latewood::cli
