// A context of a store as one file: every branch and tag with its commits, the name of the context, and its events
// (docs/format/bundle.md, version 3). Unlike `export_bundle` it copies what the store has, so it can also be made of a
// history whose first snapshots were collected.
//
//   export_context(repository, "main", {}, sink);
//   import_context(other, source);   // the same branches and tags, the same commit ids
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/exchange.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood {

struct ContextBundleOptions {
  std::string branch = {};  // the only branch to write, without tags; default: all branches and tags
};

// What is not committed is not in it: working states, attempts, policies for commits to come.
Result<void> export_context(Repository& repository, std::string_view context, const ContextBundleOptions& options,
                            const ByteSink& sink);

struct ContextImportOptions {
  std::string context = {};     // its name here; default: the one it had
  bool restore_purged = false;  // whether content that was purged may come back; default: false
};

struct ImportedBundle {
  std::string context;
  std::string branch;         // the one in use
  std::uint64_t commits = 0;  // whose snapshots can be read
  std::uint64_t cycle = 0;    // of that branch
  std::uint64_t branches = 0;
  std::uint64_t tags = 0;
};

// Everything is verified as `Repository::verify` does before any branch leads to it. E_CONFLICT if a context of that
// name has commits, edits or events; one that was made for it goes again if it fails. Corruption, with the record, for
// a file that is damaged or whose digests do not agree.
Result<ImportedBundle> import_context(Repository& repository, const ByteSource& source,
                                      const ContextImportOptions& options = {}, const Progress& progress = {});

// How many bytes `is_context_bundle` has to see.
inline constexpr std::size_t kContextBundleStart = 10;

// Whether a file that starts like this is one of a context; `is_bundle` is true for both kinds.
bool is_context_bundle(std::string_view start);

}  // namespace latewood
