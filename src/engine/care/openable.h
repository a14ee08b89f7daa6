// Checks that the branches and tags of a context can be opened, in the same way as every command opens them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Returns one text line for each branch and tag that cannot be opened. Names with the same head are opened once. Fails
// only if the store is unavailable.
Result<std::vector<std::string>> find_unopenable(const std::shared_ptr<store::Store>& store,
                                                 const store::ContextRecord& record);

}  // namespace latewood::engine
