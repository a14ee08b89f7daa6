// Checks a stored receipt against its commit.
#pragma once

#include <string_view>

#include "history/snapshot_data.h"
#include "latewood/result.h"

namespace latewood::engine {

// Corruption if the bytes are not a receipt, if its digests are not those of its candidates, or if the candidates and
// the commit changed different nodes.
Result<void> check_receipt_bytes(std::string_view bytes, const history::SnapshotData& snapshot);

}  // namespace latewood::engine
