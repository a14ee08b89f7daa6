// Reads every record of a store, so that its checksums are compared.
#pragma once

#include <string>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::store {

// Returns one text line for each damaged record. A damaged record may end its list; then only the first one of the list
// is reported. Fails if the store cannot be read for another reason.
Result<std::vector<std::string>> check_records(Store& store);

}  // namespace latewood::store
