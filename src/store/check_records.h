// Reads every record of a store, so that its checksums are compared.
#pragma once

#include <string>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::store {

// One line for each damaged record; of a list that cannot be read past a damaged record, the first
// one. An error if the store cannot be read for another reason.
Result<std::vector<std::string>> check_records(Store& store);

}  // namespace latewood::store
