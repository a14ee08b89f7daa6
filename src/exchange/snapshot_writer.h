// Snapshots and histories as documents, and the reference serialization of a tree.
#pragma once

#include <span>

#include "exchange/chunked_output.h"
#include "history/snapshot_data.h"
#include "latewood/json_value.h"

namespace latewood::exchange {

Result<void> write_snapshot(ChunkedOutput& out, const history::SnapshotData& snapshot);

// Writes `newest` and its ancestors, oldest first; null: a history without snapshots. The last argument has the members
// of the document that have no meaning here, sorted.
Result<void> write_history(ChunkedOutput& out, const history::SnapshotData* newest, std::span<const JsonMember> others);

}  // namespace latewood::exchange
