// Snapshots that were made elsewhere: imported, replayed, or kept whole.
//
// A tree from outside becomes a commit like any other: it has a patch from the tree before it, a root and an id, and
// the next cycle goes on from it. The first one applies to U0 with the region ids of the document (design, section 3).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/branch/next_commit.h"
#include "engine/branch/restored_commit.h"
#include "engine/record/state_page.h"
#include "latewood/result.h"

namespace latewood::engine {

// Takes a tree as the next snapshot. Its nodes are in the timeline's pool or in an earlier snapshot; its cycle is above
// the head's.
const history::SnapshotData* adopt(BranchTimeline& timeline, WorkingState& working, const tree::Tree& tree,
                                   Envelope envelope);

// Takes a commit that was read back as the next snapshot. Corruption if its tree does not have the root of its header.
Result<const history::SnapshotData*> restore(BranchTimeline& timeline, WorkingState& working, RestoredCommit commit);

// Takes a snapshot that was kept whole as the first of a timeline without commits. `before` is the last of the
// collected commits before it; nothing if there were none. Corruption as above.
Result<const history::SnapshotData*> start_at(BranchTimeline& timeline, WorkingState& working, RestoredCommit commit,
                                              const StateRecord& record, const std::optional<CollectedCommit>& before);

// The head as a record for `start_at`, with the ids of nodes that have left its line.
StateRecord head_state(const BranchTimeline& timeline);

// An id that two nodes of the tree have; nothing if there is none. `changes` are those from the timeline's base, whose
// tree has no such id.
std::optional<std::string> find_twin(const BranchTimeline& timeline, const tree::Tree& tree,
                                     const std::vector<warp::ChangedRing>& changes);
// Whether a node of the tree stands in another turn than in an earlier snapshot. A log knows one turn for each node, so
// only a fork can take such a tree.
bool has_moved_nodes(const BranchTimeline& timeline, const tree::Tree& tree,
                     const std::vector<warp::ChangedRing>& changes);

}  // namespace latewood::engine
