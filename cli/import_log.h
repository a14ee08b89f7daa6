// Conversations from a provider's log, each into a context of the store.
#pragma once

#include <cstdint>
#include <string>
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

// A document goes into the context that `where` names; of lines each goes into one named by its id,
// or by its number if it has none. Contexts that have commits or edits are refused before anything is
// written, unless `append` is set. A context that is new has all of its conversation or none of it.
// An error says how many conversations came in before it; these are in `imported`.
Result<void> import_logs(Repository& repository, const Where& where, const ChatLogs& logs, bool append,
                         const Progress& progress, std::vector<ImportedContext>& imported);

}  // namespace latewood::cli
