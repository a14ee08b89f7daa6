// A copy of a context for reading elsewhere: its commits, branches, tags and events as a bundle has them, and besides
// that its working states, attempts, policies and settings.
//
//   std::string bytes;
//   const ByteSink sink = [&bytes](std::string_view piece) -> Result<void> { bytes += piece; return {}; };
//   write_context_copy(repository, "main", sink).value();
//   Repository elsewhere = Repository::open("memory:").value();
//   read_context_copy(elsewhere, bytes).value();
//   std::cout << elsewhere.open_context("main").value().cycle() << '\n';
//
// Both sides are of the same version of the library: unlike a bundle, a copy is not for keeping.
#pragma once

#include <string_view>

#include "latewood/exchange.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood {

// Writes the context as it is at one moment, even while other processes commit. E_CONTEXT_NOT_FOUND; Conflict if the
// branches move too often to be read.
Result<void> write_context_copy(Repository& repository, std::string_view context, const ByteSink& sink);

// Reads a copy into a store that does not have the context. Verifies its commits first. Corruption for bytes that are
// no copy, or a damaged one; Unsupported for one of another version.
Result<void> read_context_copy(Repository& repository, std::string_view bytes);

}  // namespace latewood
