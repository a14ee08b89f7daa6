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

// The same from pieces. A bundle of a whole context gives the branch that was in use there.
Result<Context> context_from(const ByteSource& source, const ImportOptions& options = {});

// Opening a folder succeeds and reading it gives nothing, which would pass for an empty file.
Result<void> refuse_folder(const std::string& path);
// What `errno` says about a file that does not open.
Error cannot_open(int reason);

// What `path` is called in messages.
std::string name_of_input(const std::string& path);

}  // namespace latewood::cli
