// Histories written as bundles.
#pragma once

#include <string>

#include "cli/open/where.h"

namespace latewood::cli {

struct BundleFile {
  std::string path;    // "-": standard output
  bool all = false;    // every branch and tag, and the name of the context
  bool force = false;  // over a file that is there
};

// Writes the history and gives the exit code. A file has its name only when all of it is there.
int write_bundle(const Where& where, const BundleFile& file);

}  // namespace latewood::cli
