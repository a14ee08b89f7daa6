// Makes snapshots of trees that no commit of this branch made: imported, restored from bytes, or kept by a collection.
//
// Such a tree becomes a commit like any other: it has a patch from the tree before it, a root and an id, and the next
// cycle builds on it. The first one applies to U0 with the region ids of the document (design, section 3).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/record/envelope.h"
#include "latewood/result.h"

namespace latewood::history {
struct SnapshotData;
}
namespace latewood::tree {
struct Tree;
}
namespace latewood::warp {
struct ChangedRing;
}

namespace latewood::engine {

class BranchTimeline;
class WorkingState;
struct CollectedCommit;
struct RestoredCommit;
struct StateRecord;

// Makes `tree` the next snapshot. Its nodes must be in the timeline's pool or in an earlier snapshot, and its cycle
// above the head's.
const history::SnapshotData* adopt(BranchTimeline& timeline, WorkingState& working, const tree::Tree& tree,
                                   Envelope envelope);

// Makes a restored commit the next snapshot. Corruption if its tree does not have the root of its header.
Result<const history::SnapshotData*> restore(BranchTimeline& timeline, WorkingState& working, RestoredCommit commit);

// Makes a snapshot with a stored state the first of a timeline without commits. `before` is the last of the collected
// commits before it; nullopt if there were none. Corruption if the state does not have the root of the header.
Result<const history::SnapshotData*> start_at(BranchTimeline& timeline, WorkingState& working, RestoredCommit commit,
                                              const StateRecord& record, const std::optional<CollectedCommit>& before);

// The head as a record for `start_at`, with the ids of all nodes that have left its line.
StateRecord head_state(const BranchTimeline& timeline);

// An id that two nodes of the tree have; nullopt if there is none. `changes` are the changed rings since the timeline's
// base, in which every id is unique.
std::optional<std::string> find_duplicate_id(const BranchTimeline& timeline, const tree::Tree& tree,
                                             const std::vector<warp::ChangedRing>& changes);
// Whether a node of the tree is in another turn than in an earlier snapshot. A log records one turn per node, so such a
// tree needs a fork with a log of its own.
bool has_moved_nodes(const BranchTimeline& timeline, const tree::Tree& tree,
                     const std::vector<warp::ChangedRing>& changes);

}  // namespace latewood::engine
