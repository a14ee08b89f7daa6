// A receipt against the commit it is of.
#pragma once

#include <string_view>

#include "history/snapshot_data.h"
#include "latewood/result.h"

namespace latewood::engine {

// Corruption if the bytes are no receipt, if its digests are not those of its candidates, or if these do
// something else than the commit did.
Result<void> check_receipt_bytes(std::string_view bytes, const history::SnapshotData& snapshot);

}  // namespace latewood::engine
