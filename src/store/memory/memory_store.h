// A store in memory, which ends with its object. It serves tests and experiments, and is the simplest implementation of
// the contract of all stores.
#pragma once

#include <memory>

#include "latewood/ext/store.h"

namespace latewood::store {

std::unique_ptr<Store> make_memory_store();

}  // namespace latewood::store
