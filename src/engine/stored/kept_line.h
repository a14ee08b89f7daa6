// The kept snapshots of a line that are older than its newest collected one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "history/past.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Finds them without loading them; null if there are none. `commits` is the line from its first commit to the newest
// collected one; `states` are the names of the context's stored values, ascending. A snapshot with a damaged patch, and
// a lost snapshot of a head or tag, count as kept: loading them returns Corruption.
Result<std::shared_ptr<history::KeptPast>> find_kept_snapshots(const std::shared_ptr<store::Store>& store,
                                                               const std::vector<store::StoredCommit>& commits,
                                                               const std::vector<std::string>& states);

}  // namespace latewood::engine
