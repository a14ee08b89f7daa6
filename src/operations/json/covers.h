// How many nodes a summary stands for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "latewood/node.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"

namespace latewood::operations {

// The nodes that `data_covers` of the node names; 0: it is no summary.
std::size_t covered_by(const NodeView& node);

// The same for all summaries that `snapshot` has and `before` has not; without `before`, for all that it has. Costs
// what differs between the two.
Result<std::uint64_t> newly_covered(const Snapshot& snapshot, const std::optional<Snapshot>& before);

}  // namespace latewood::operations
