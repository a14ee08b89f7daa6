// A context of a store as one file: every branch and tag with its commits, the name of the context, its events and its
// settings (docs/format/bundle.md, versions 3 and 4).
//
//   export_context(repository, "main", {}, sink).value();
//   const ImportedBundle imported = import_context(repository, source, {.context = "copy"}).value();
//   std::cout << imported.commits << " commits on " << imported.branches << " branches\n";
//
// Unlike `export_bundle` it copies what the store has, so it also works for a history whose first snapshots were
// collected. The imported context has the same branches, tags and commit ids.
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

// Writes a context. Not written: working states, attempts, and policies for later commits. An error of the sink stops
// it and is returned. Other processes may commit meanwhile.
Result<void> export_context(Repository& repository, std::string_view context, const ContextBundleOptions& options,
                            const ByteSink& sink);

struct ContextImportOptions {
  std::string context = {};     // the name here; default: the name in the file
  bool restore_purged = false;  // whether purged content may be stored again; default: false
};

struct ImportedBundle {
  std::string context;
  std::string branch;         // the current one
  std::uint64_t commits = 0;  // commits with snapshots that can be read
  std::uint64_t cycle = 0;    // newest cycle of that branch
  std::uint64_t branches = 0;
  std::uint64_t tags = 0;
};

// Reads a context and verifies it as `Repository::verify` does, before a branch is created. E_CONFLICT if a context of
// that name has commits, edits or events; Corruption, with the record, for a file that is damaged or whose digests do
// not match. A context that was created for it is deleted again on failure.
Result<ImportedBundle> import_context(Repository& repository, const ByteSource& source,
                                      const ContextImportOptions& options = {}, const Progress& progress = {});

// How many bytes `is_context_bundle` needs.
inline constexpr std::size_t kContextBundleStart = 10;

// Whether a file with this start is a bundle of a context; `is_bundle` is true for both kinds.
bool is_context_bundle(std::string_view start);

}  // namespace latewood
