// Imports conversations from the log of a provider, each into a context of the store.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/open/where.h"
#include "latewood/chat_log.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::cli {

struct ImportedContext {
  std::string context;
  std::uint64_t commits = 0;  // added
  std::uint64_t cycle = 0;    // of the newest commit
};

// The number of commits in the history of the context.
std::uint64_t count_commits(const Context& context);

// The contents of a log: the context of each conversation.
struct LogSurvey {
  bool are_lines = false;
  std::vector<std::string> contexts;
};

// Reads the whole log, so that an error anywhere in it is found before anything is written. A document goes to the
// context that `where` names. Of JSON lines, each goes to a context named by its id, or by its number without an id.
Result<LogSurvey> survey_logs(const Where& where, ChatLogReader reader);

// How to treat contexts that have commits or edits.
struct LogOptions {
  bool append = false;         // add to them, unless they contain the conversation; default: refuse
  bool skip_existing = false;  // skip them; with `append` only those that contain the conversation
  bool is_named = false;       // --context was given, which allows importing the same conversation again
  std::uint64_t from = 1;      // the number of the first conversation to import
};

// The result of an import.
struct LogImport {
  std::vector<ImportedContext> imported;
  std::vector<std::string> skipped;  // contexts
};

// Reads the log again and imports each conversation into its context. By default refuses contexts that have commits or
// edits, before anything is written. E_CONFLICT if a context contains the conversation already, or ends with its
// start. A new context gets its whole conversation or nothing. An error tells how many conversations were imported
// before it and which --from continues; `done` has these.
Result<void> import_logs(Repository& repository, const Where& where, ChatLogReader reader, const LogSurvey& survey,
                         const LogOptions& options, const Progress& progress, LogImport& done);

// Imports the flat log of the specification as one commit of the context that `where` names.
Result<void> import_flat_log(Repository& repository, const Where& where, std::string_view document,
                             const LogOptions& options, LogImport& done);

}  // namespace latewood::cli
