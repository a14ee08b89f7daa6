// The newest commit of a store, by which somebody who looks through it tells later what is new.
#pragma once

#include <optional>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Nothing without commits. Conflict if it went with its context meanwhile.
Result<std::optional<store::CommitPlace>> newest_commit(store::Store& store);

// As long as it is, sequences up to it mean what they did, and what is new has higher ones.
Result<bool> is_still_there(store::Store& store, const std::optional<store::CommitPlace>& place);

}  // namespace latewood::engine
