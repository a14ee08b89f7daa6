// Resolves moments and ranges of moments to snapshots of one line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "history/moment.h"
#include "history/timeline.h"
#include "latewood/diff.h"
#include "latewood/result.h"

namespace latewood::history {

// The canonical spelling: "@t0", "@t-3", "@c42".
std::string label_of(const Moment& moment);

// E_SNAPSHOT_NOT_FOUND if the line has no such snapshot, E_SNAPSHOT_COLLECTED if it had.
Result<const SnapshotData*> resolve(const Moment& moment, const Timeline& line);

struct ResolvedSnapshot {
  SnapshotRef ref;
  const SnapshotData* data = nullptr;
};

struct ResolvedRange {
  std::vector<ResolvedSnapshot> snapshots;  // newest first
  std::vector<std::string> warnings;        // one for each clipped end, and one for collected snapshots in between
  std::uint64_t found = 0;                  // number of snapshots in the range before the cut to `most`
};

// The snapshots of a range, both ends included, in either order. Ends outside of the history or in its collected part
// are clipped (D-30). Of more than `most` snapshots the newest are returned. An error only if a snapshot cannot be
// read.
Result<ResolvedRange> resolve(const MomentRange& range, const Timeline& line, std::optional<std::uint64_t> most);

}  // namespace latewood::history
