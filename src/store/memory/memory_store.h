// A store that lives as long as its object: for tests, for experiments, and as the plain statement
// of what the other stores do.
#pragma once

#include <memory>

#include "latewood/ext/store.h"

namespace latewood::store {

std::unique_ptr<Store> make_memory_store();

}  // namespace latewood::store
