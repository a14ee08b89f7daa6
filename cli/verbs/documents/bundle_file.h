// Writes histories as bundles.
#pragma once

#include <string>

#include "cli/open/where.h"

namespace latewood::cli {

struct BundleFile {
  std::string path;    // "-": standard output
  bool all = false;    // every branch and tag, and the name of the context
  bool force = false;  // overwrite an existing file
};

// Writes the history and returns the exit code. The file appears under its name only when it is complete.
int write_bundle(Where where, const BundleFile& file);

}  // namespace latewood::cli
