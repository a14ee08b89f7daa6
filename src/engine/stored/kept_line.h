// Finds the kept snapshots of a line that are older than its newest collected commit.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "history/past.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Finds these snapshots without loading them; null if there are none. `commits` is the line from its first commit to
// the newest collected one; `states` are the names of the context's state pages, ascending. The result includes
// snapshots with a damaged patch, and lost snapshots of heads and tags: loading one returns Corruption.
Result<std::shared_ptr<history::KeptPast>> find_kept_snapshots(const std::shared_ptr<store::Store>& store,
                                                               const std::vector<store::StoredCommit>& commits,
                                                               const std::vector<std::string>& states);

}  // namespace latewood::engine
