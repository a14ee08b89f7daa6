// A whole history as one file without repetition: every commit by its header and its patch, every
// content once (docs/format/bundle.md).
//
//   export_bundle(context, [&file](std::string_view piece) { ... });
//   Result<Context> same = import_bundle(source);
//
// The context that comes back has the same commit ids, and goes on as the original would. Both
// ways pass through little memory beside the context itself.
#pragma once

#include <string_view>

#include "latewood/context.h"
#include "latewood/exchange.h"
#include "latewood/result.h"

namespace latewood {

// Every commit of the context's line of history with its note and the records beside it, and the events of the context.
// What is not committed is not in it: the working state, attempts, the pruning policy for commits to come.
Result<void> export_bundle(const Context& context, const ByteSink& sink);

// Every digest is recomputed while reading. Corruption, with the number of the record and its
// place in the file, if anything is damaged, missing or not what a commit could have written;
// InvalidArgument if it is no bundle at all; Unsupported for a later version.
Result<Context> import_bundle(const ByteSource& source, ContextOptions options = {});

// How many bytes `is_bundle` has to see.
inline constexpr std::size_t kBundleMagicBytes = 8;

// Whether a file that starts like this is a bundle, damaged or not.
bool is_bundle(std::string_view start);

}  // namespace latewood
