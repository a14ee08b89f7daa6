// The differences between neighbours in a range of snapshots (D-40, D-43, D-44).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "diff/content_diff.h"
#include "history/time_reference.h"
#include "latewood/diff.h"

namespace latewood::diff {

struct RangeOptions {
  std::optional<ContentDiffOptions> content = {};  // default: contents are not compared
  std::optional<std::uint64_t> max_changes =
      {};  // limit per snapshot: added nodes first, then removed, then changed; default: none
};

// Whether the node at a place of a snapshot's tree matches.
using SnapshotFilter = std::function<bool(const history::SnapshotData& snapshot, const tree::Place& place)>;

struct RangeBlocks {
  std::vector<DiffBlock> blocks;  // one fewer than snapshots
  bool truncated = false;         // some block was cut
};

// `snapshots` are newest first. Costs what changed between neighbours, not what they hold.
RangeBlocks range_diff(const std::vector<history::ResolvedSnapshot>& snapshots, const SnapshotFilter& filter,
                       const RangeOptions& options = {});

}  // namespace latewood::diff
