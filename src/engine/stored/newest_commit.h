// The newest commit of a store. A scan notes it first and later lists only the commits written after it.
#pragma once

#include <optional>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// nullopt if the store has no commit. E_CONFLICT if the newest commit was deleted with its context during the call.
Result<std::optional<store::CommitPlace>> find_newest_commit(store::Store& store);

// Returns true if the store still has this commit. If so, all commits written later have higher sequence numbers. True
// for nullopt.
Result<bool> is_still_there(store::Store& store, const std::optional<store::CommitPlace>& place);

}  // namespace latewood::engine
