// The snapshots of a line that are still there from before others that were collected.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "history/past.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// `commits` is the line from its first commit on, up to what was collected; `states` are the names that the context
// has, ascending. A head or tagged commit that is lost, and a patch that is damaged, counts as kept, and is Corruption
// when it is asked for. Null if nothing was kept.
Result<std::shared_ptr<history::KeptPast>> find_kept(const std::shared_ptr<store::Store>& store,
                                                     const std::vector<store::StoredCommit>& commits,
                                                     const std::vector<std::string>& states);

}  // namespace latewood::engine
