// Snapshots and histories as canonical JSON (docs/format/export.md), and the flat logs of the specification.
//
//   const Context imported = import_snapshot(document).value();
//   const std::string same = export_snapshot(imported.latest().value()).value();
//
// Export changes nothing. Import gives a whole context in memory, which the caller owns, or refuses the whole document
// with the place of the fault.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/node.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"

namespace latewood {

// Receives a text in pieces of about 64 KiB, so that a history of any size needs little memory. A piece is valid during
// the call. An error stops the writing and is returned to the caller.
using ByteSink = std::function<Result<void>(std::string_view piece)>;

// Returns the next piece of a file, of any size; an empty one at its end. A piece must stay valid until the next call.
using ByteSource = std::function<Result<std::string_view>()>;

// ---- writing ----

// One snapshot: an envelope with `spec_version`, `cycle`, `root` and, if there are some, `pins`. Equal snapshots give
// equal bytes. No line feed at the end.
Result<void> export_snapshot(const Snapshot& snapshot, const ByteSink& sink);
Result<std::string> export_snapshot(const Snapshot& snapshot);

// Every snapshot of the context's line, oldest to newest, in one document.
Result<void> export_history(const Context& context, const ByteSink& sink);
Result<std::string> export_history(const Context& context);

// The reference serialization of the specification: the tree with the members that it lists and nothing else, so
// different snapshots may give equal bytes. The identity of a snapshot is its `state_root`.
Result<void> serialize_snapshot(const Snapshot& snapshot, const ByteSink& sink);
Result<std::string> serialize_snapshot(const Snapshot& snapshot);

// ---- reading ----

enum class ImportNoteKind : std::uint8_t {
  Completed,  // a missing member was filled in
  Warning,    // two members contradicted each other: one was used, the other ignored
  Dropped,    // a member was left out: it follows from other members or has no meaning
};
std::string_view name_of(ImportNoteKind kind);  // "completed", "warning", "dropped"

// One place where an import differs from the document.
struct ImportNote {
  ImportNoteKind kind = ImportNoteKind::Completed;
  std::optional<std::uint64_t> cycle = {};  // cycle of the snapshot; nullopt: the envelope of a history
  std::string id = {};                      // id of the node; empty: the envelope of the snapshot
  std::string member = {};                  // "created_at_iso", or "^sys" for a missing region, ...
  std::string message = {};                 // one line
  Place place = {};                         // where the node or the envelope is in the document
};

struct ImportOptions {
  bool strict = false;          // refuse a document that needs a completion or a warning; default: false
  ContextOptions context = {};  // options of the new context; default: see ContextOptions
  // Receives every note in the order of the document, also if the document is refused later; default: notes are
  // dropped.
  std::function<void(const ImportNote& note)> note = {};
};

// A context whose latest snapshot is that of the document, with its cycle (default: 0). The next commit has the next
// cycle, and stamps after all that were read. Missing regions and headers, and the order of creation, are filled in.
// Members without a meaning here are kept and exported again. InvalidArgument with the place for a document that breaks
// a rule of the tree.
Result<Context> import_snapshot(std::string_view document, const ImportOptions& options = {});

// The same for a document of snapshots, oldest to newest, with ascending cycles. A snapshot without a cycle has the one
// after its predecessor.
Result<Context> import_history(std::string_view document, const ImportOptions& options = {});

// Either of the two, whichever the document is.
Result<Context> import_document(std::string_view document, const ImportOptions& options = {});
// The same for a file that is read in pieces. Memory: the text of one snapshot of a history at a time.
Result<Context> import_document(const ByteSource& source, const ImportOptions& options = {});

// ---- flat logs ----

// One entry of a flat log with its depth: -1 for system text, else 0.
struct LogEntry {
  Component component;
  std::int64_t depth = 0;
};

// Reads the log of the specification: an array of {role, content}, or an object with such an array as `flat_log`. Roles
// and order are kept; the kind is `text`. InvalidArgument with the place for anything else.
Result<std::vector<LogEntry>> parse_flat_log(std::string_view document);

// Inserts the entries into the working state, all or none, and commits nothing. E_UNAUTHORIZED if there is system text
// and no capability.
Result<void> insert_flat_log(Context& context, std::string_view document);

}  // namespace latewood
