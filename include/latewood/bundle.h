// A whole history as one file without repetition: every commit by its header and its patch, every payload once
// (docs/format/bundle.md).
//
//   std::string file;
//   const auto append = [&file](std::string_view piece) {
//     file += piece;
//     return Result<void>();
//   };
//   export_bundle(context, append).value();
//   bool is_read = false;
//   const auto read_once = [&file, &is_read] {
//     const std::string_view piece = is_read ? std::string_view() : std::string_view(file);
//     is_read = true;
//     return Result<std::string_view>(piece);
//   };
//   const Context same = import_bundle(read_once).value();
//
// The imported context has the same commit ids and continues as the original would. Both directions need little memory
// besides the context itself.
#pragma once

#include <string_view>

#include "latewood/context.h"
#include "latewood/exchange.h"
#include "latewood/result.h"

namespace latewood {

// Writes every commit of the context's line with its note and the records beside it, and the events of the context. Not
// written: the working state, attempts, and the policy for later commits. An error of the sink stops it and is
// returned.
Result<void> export_bundle(const Context& context, const ByteSink& sink);

// Reads a bundle and recomputes every digest. InvalidArgument if it is no bundle; Corruption, with the number of the
// record and its place in the file, if anything is damaged, missing or impossible; Unsupported for a later version.
Result<Context> import_bundle(const ByteSource& source, ContextOptions options = {});

// How many bytes `is_bundle` needs.
inline constexpr std::size_t kBundleMagicBytes = 8;

// Whether a file with this start is a bundle, damaged or not.
bool is_bundle(std::string_view start);

}  // namespace latewood
