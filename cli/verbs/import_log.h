// Conversations from a provider's log, each into a context of the store.
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
  std::uint64_t commits = 0;  // that were added
  std::uint64_t cycle = 0;    // of the last
};

// Commits along the context's history.
std::uint64_t count_commits(const Context& context);

// What is in a log: the context of each conversation.
struct LogSurvey {
  bool are_lines = false;
  std::vector<std::string> contexts;
};

// Reads a log to its end, so that nothing is written of one that is wrong anywhere. The conversation of a document goes
// to the context that `where` names; of lines each has one named by its id, or by its number if it has none.
Result<LogSurvey> survey_logs(const Where& where, ChatLogReader reader);

// What to do about contexts that have commits or edits.
struct LogOptions {
  bool append = false;         // go on there, unless the conversation is there already; default: refuse
  bool skip_existing = false;  // leave them out; with `append` those that have the conversation already
  bool is_named = false;       // the context was named by the user, who may mean the same conversation once more
  std::uint64_t from = 1;      // the number of the first conversation to take
};

// What came of it.
struct LogImport {
  std::vector<ImportedContext> imported;
  std::vector<std::string> skipped;  // contexts that were left out
};

// Reads it again and puts each conversation into its context. Contexts that have commits or edits are
// refused before anything is written, unless the options say otherwise. A conversation is not imported into a context
// that says it already, or that ends with its beginning: E_CONFLICT. A context that is new has all of its
// conversation or none of it. An error says how many conversations came in before it, and with which `--from` the same
// command goes on; what came in is in `done`.
Result<void> import_logs(Repository& repository, const Where& where, ChatLogReader reader, const LogSurvey& survey,
                         const LogOptions& options, const Progress& progress, LogImport& done);

// The flat log of the specification, as one commit of the context that `where` names; the rest as above.
Result<void> import_flat_log(Repository& repository, const Where& where, std::string_view document,
                             const LogOptions& options, LogImport& done);

}  // namespace latewood::cli
