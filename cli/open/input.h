// Input files, and standard input.
#pragma once

#include <string>

#include "latewood/context.h"
#include "latewood/exchange.h"
#include "latewood/result.h"

namespace latewood::cli {

// Reads the whole file, or standard input for "-".
Result<std::string> load_input(const std::string& path);

// Reads the history in the file: an exported document, or a bundle. Reads both in pieces; holds the text of only one
// snapshot of a document in memory.
Result<Context> load_context(const std::string& path, const ImportOptions& options = {});

// The same from a source of pieces. From a bundle of a whole context it reads the branch that was in use there.
Result<Context> context_from(const ByteSource& source, const ImportOptions& options = {});

// Refuses a folder: opening one succeeds and reading it returns nothing, like an empty file.
Result<void> refuse_folder(const std::string& path);
// The error for a file that does not open, from `errno`.
Error cannot_open(int reason);

// The name of `path` in messages.
std::string name_of_input(const std::string& path);

}  // namespace latewood::cli
