// The records attached to a commit: how a commit makes them, and how they are read back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/result.h"

namespace latewood::history {
struct SnapshotData;
}
namespace latewood::warp {
class ResumableRoot;
struct ChangedRing;
}  // namespace latewood::warp

namespace latewood::engine {

class BranchTimeline;
class WorkingState;
enum class RecordsIn : std::uint8_t;
struct CommitState;
struct NextCommit;
struct OutgoingCommit;
struct RecordSource;

// Puts receipt, admission and trail into `next`. A receipt in memory gets its seals and digests when it is read
// (`load_receipt`), since most are never read.
void attach_records(NextCommit& next, const BranchTimeline& timeline, const WorkingState& working, RecordsIn records);

// The commit as `Journal::write_commit` takes it. The result refers to `next`, `changes` and `root`, which must outlive
// it.
OutgoingCommit outgoing_commit(const NextCommit& next, const BranchTimeline& timeline,
                               const std::vector<warp::ChangedRing>& changes, const warp::ResumableRoot& root);

// The state of a snapshot of this line. `changes` are the changed rings since the snapshot before it, `root` is
// `root_at(snapshot)`. The result refers to both; they must outlive it.
CommitState state_after(const history::SnapshotData& snapshot, const BranchTimeline& timeline,
                        const std::vector<warp::ChangedRing>& changes, const warp::ResumableRoot& root);

// The receipt of a commit, from memory or from `source`; nullopt if the commit has none.
Result<std::optional<std::string>> load_receipt(const history::SnapshotData& snapshot, const RecordSource& source);
// The admission of a commit, from memory or from `source`; nullopt if the commit has none. For the snapshot that stands
// for all collected commits: the newest admission of these commits.
Result<std::optional<std::string>> load_admission(const history::SnapshotData& snapshot, const RecordSource& source);

}  // namespace latewood::engine
