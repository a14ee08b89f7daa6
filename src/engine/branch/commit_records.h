// The records attached to a commit: made with it, and read back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/branch/next_commit.h"
#include "engine/record/outgoing_commit.h"
#include "engine/record/record_source.h"

namespace latewood::engine {

// Puts receipt, admission and trail into the commit. A receipt that stays in memory is left without seals and digests
// until it is read: most are never read.
void attach_records(NextCommit& next, const BranchTimeline& timeline, const WorkingState& working, RecordsIn records);

// The commit for a journal. It refers to `next`, `changes` and `root`, which must outlive it.
OutgoingCommit outgoing_commit(const NextCommit& next, const BranchTimeline& timeline,
                               const std::vector<warp::ChangedRing>& changes, const warp::ResumableRoot& root);

// The state after a snapshot of this line. `changes` are those from the snapshot before, `root` is `root_at(snapshot)`;
// both must outlive the result.
CommitState state_after(const history::SnapshotData& snapshot, const BranchTimeline& timeline,
                        const std::vector<warp::ChangedRing>& changes, const warp::ResumableRoot& root);

// The receipt of a commit, from memory or from `source`; nothing if it has none.
Result<std::optional<std::string>> load_receipt(const history::SnapshotData& snapshot, const RecordSource& source);
// The same for its admission. For the snapshot that stands for collected ones: the newest admission before it.
Result<std::optional<std::string>> load_admission(const history::SnapshotData& snapshot, const RecordSource& source);

}  // namespace latewood::engine
