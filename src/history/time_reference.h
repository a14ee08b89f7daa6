// Which snapshots a moment, or a range of moments, means on one line of history.
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
  std::vector<std::string> warnings;        // for each end that had to be clipped, and for what is missing between
  std::uint64_t found = 0;                  // snapshots in the range, before `most` cut it
};

// Both ends are included; ends outside the history are clipped (D-30), and so is what was
// collected. The order in which they were written does not matter. Of more than `most` snapshots the newest stay.
// Fails only if a snapshot cannot be read.
Result<ResolvedRange> resolve(const MomentRange& range, const Timeline& line, std::optional<std::uint64_t> most);

}  // namespace latewood::history
