// Conversations from a provider's log, each into a context of the store.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/chat_log.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "where.h"

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

// Reads it again and puts each conversation into its context. Contexts that have commits or edits are
// refused before anything is written, unless `append` is set. A context that is new has all of its conversation or none
// of it. An error says how many conversations came in before it; these are in `imported`.
Result<void> import_logs(Repository& repository, const Where& where, ChatLogReader reader, const LogSurvey& survey,
                         bool append, const Progress& progress, std::vector<ImportedContext>& imported);

// The flat log of the specification, as one commit of the context that `where` names; the rest as above.
Result<ImportedContext> import_flat_log(Repository& repository, const Where& where, std::string_view document,
                                        bool append);

}  // namespace latewood::cli
