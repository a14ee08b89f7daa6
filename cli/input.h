// Where the command line reads from.
#pragma once

#include <string>

#include "latewood/context.h"
#include "latewood/exchange.h"
#include "latewood/result.h"

namespace latewood::cli {

// The whole file, or standard input for "-".
Result<std::string> load_input(const std::string& path);

// The history in the file: an exported document, or a bundle. Both are read in pieces; of a document one snapshot at a
// time is in memory as text.
Result<Context> load_context(const std::string& path, const ImportOptions& options = {});

// What `path` is called in messages.
std::string name_of_input(const std::string& path);

}  // namespace latewood::cli
