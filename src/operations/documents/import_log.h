// Imports conversations from the log of a provider, each into a context of the store.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/chat_log.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "operations/documents/import_place.h"

namespace latewood::operations {

// The contents of a log: the context of each conversation.
struct LogSurvey {
  bool are_lines = false;
  std::vector<std::string> contexts;  // named by JSON lines
  std::string id = {};                // names the conversation of a document; empty: it has no name
};

// Reads the whole log, so that an error anywhere in it is found before anything is written. Of JSON lines, each goes to
// a context named by its id, or by its number without an id.
Result<LogSurvey> survey_logs(ChatLogReader reader);

// How to treat contexts that have commits or edits.
struct LogOptions {
  bool append = false;         // add to them, unless they contain the conversation; default: refuse
  bool skip_existing = false;  // skip them; with `append` only those that contain the conversation
  bool is_named = false;       // the call names the context, which allows importing the same conversation again
  std::uint64_t from = 1;      // the number of the first conversation to import
};

// The result of an import.
struct LogImport {
  std::vector<ImportedContext> imported = {};
  std::vector<std::string> skipped = {};  // contexts
};

// Reads the log again and imports each conversation into its context; a document goes to the context of `place`, or to
// the one named by its id if that has commits or edits and the call names none. By
// default refuses contexts that have commits or edits, before anything is written. E_CONFLICT if a context contains the
// conversation already, or ends with its start. A new context gets its whole conversation or nothing. An error tells
// how many conversations were imported before it and with which "from" the import goes on.
Result<LogImport> import_logs(const ImportPlace& place, ChatLogReader reader, LogSurvey survey,
                              const LogOptions& options, const Progress& progress);

// Imports the flat log of the specification as one commit of the context of `place`.
Result<LogImport> import_flat_log(const ImportPlace& place, std::string_view document, const LogOptions& options);

}  // namespace latewood::operations
