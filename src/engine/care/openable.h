// Whether the lines of a context can be opened, as every command opens them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// One line for each branch and each tag whose commits cannot be read or do not fit together. Names that lead to the
// same commit are opened once. An error only if the store is out of reach.
Result<std::vector<std::string>> find_unopenable(const std::shared_ptr<store::Store>& store,
                                                 const store::ContextRecord& record);

}  // namespace latewood::engine
