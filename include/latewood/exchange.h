// What crosses the border as a file: snapshots and histories as canonical JSON
// (docs/format/export.md), and the flat logs of the specification.
//
//   Result<Context> context = import_snapshot(text);
//   Result<std::string> same = export_snapshot(*context->latest());
//
// Export never changes anything. Import either gives a whole context or refuses the whole
// document, with the place of the fault.
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

// Takes the next piece of a product; pieces are about 64 KiB, so that a history of any size
// passes through little memory. An error ends the writing and is returned to the caller.
using ByteSink = std::function<Result<void>(std::string_view piece)>;

// Gives the next piece of a file, of any size; an empty one at its end. A piece is read before
// the next is asked for.
using ByteSource = std::function<Result<std::string_view>()>;

// ---- writing ----

// One snapshot: an envelope with `spec_version`, `cycle`, `root` and, if there are any, `pins`.
// Equal snapshots give equal bytes. No newline at the end.
Result<void> export_snapshot(const Snapshot& snapshot, const ByteSink& sink);
Result<std::string> export_snapshot(const Snapshot& snapshot);

// Every snapshot of the context's line of history, oldest to newest, in one document.
Result<void> export_history(const Context& context, const ByteSink& sink);
Result<std::string> export_history(const Context& context);

// The reference serialization of the specification: the tree with the members it lists and no
// others, so different snapshots may give equal bytes. The identity of a snapshot is its
// `state_root`.
Result<void> serialize_snapshot(const Snapshot& snapshot, const ByteSink& sink);
Result<std::string> serialize_snapshot(const Snapshot& snapshot);

// ---- reading ----

enum class ImportNoteKind : std::uint8_t {
  Completed,  // a member was missing and was filled in
  Warning,    // a member contradicts another, which won
  Dropped,    // a member that follows from others or says nothing, and is not kept
};
std::string_view name_of(ImportNoteKind kind);  // "completed", ...

// One place where an import took something else than the document says.
struct ImportNote {
  ImportNoteKind kind = ImportNoteKind::Completed;
  std::optional<std::uint64_t> cycle = {};  // of the snapshot; nothing: the envelope of a history
  std::string id = {};                      // of the node; empty: the snapshot's envelope
  std::string member = {};                  // "created_at_iso", "^sys" of a region that is missing, ...
  std::string message = {};                 // one line
  Place place = {};                         // of the node or the envelope in the document
};

struct ImportOptions {
  // Refuse a document in which something is to be completed or warned of; default: false.
  bool strict = false;
  ContextOptions context = {};  // of the context that is made
  // Told every note, in the order of the document; default: nobody is. A document may be refused after some notes.
  std::function<void(const ImportNote& note)> note = {};
};

// A context whose latest snapshot is the document's. The snapshot has the cycle of the
// document, or 0; the next commit is one more, with stamps above all that were read. What a
// document leaves out is completed: regions, headers, the creation order of the text.
// Members that mean nothing here are kept and exported again.
Result<Context> import_snapshot(std::string_view document, const ImportOptions& options = {});

// The same for a document of snapshots, oldest to newest, whose cycles ascend. A snapshot
// that names no cycle follows the one before it.
Result<Context> import_history(std::string_view document, const ImportOptions& options = {});

// Whichever of the two the document is.
Result<Context> import_document(std::string_view document, const ImportOptions& options = {});
// The same of a file that is read in pieces. Of a history one snapshot at a time is in memory as text.
Result<Context> import_document(const ByteSource& source, const ImportOptions& options = {});

// ---- flat logs ----

// One entry of a flat log, and the depth it goes to: below 0 for system text, else 0.
struct LogEntry {
  Component component;
  std::int64_t depth = 0;
};

// The log of the specification: an array of {role, content}, or an object with it under
// `flat_log`. Roles are kept, the kind is `text`, order is preserved.
Result<std::vector<LogEntry>> parse_flat_log(std::string_view document);

// Inserts the entries into the working state, which needs the system capability if there is
// system text among them. Nothing is committed; a log that is refused changes nothing.
Result<void> insert_flat_log(Context& context, std::string_view document);

}  // namespace latewood
