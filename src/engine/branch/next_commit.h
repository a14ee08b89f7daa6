// The commit that is being made: the value that its steps pass on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"
#include "engine/record/edit_call.h"
#include "engine/record/envelope.h"
#include "engine/record/plan.h"
#include "engine/record/snapshot_annex.h"
#include "history/commit_identity.h"
#include "latewood/commit.h"
#include "latewood/result.h"
#include "lifecycle/measure.h"
#include "tree/edit/draft.h"
#include "warp/mapping/tick.h"

namespace latewood::engine {

struct NextCommit {
  tree::Draft draft;  // `draft.tree` becomes the snapshot
  CommitReport report;
  std::int64_t tokens = 0;
  Envelope envelope = {};
  std::unique_ptr<const history::LateIdentity> late_identity = {};  // null: the report has the digests
  CommitNote note = {};
  std::string patch = {};            // encoded, for a journal; empty without one
  std::vector<EditCall> reply = {};  // edits of the next cycle: the reply
  // For the receipt: the trees between the steps, and the active head before sealing.
  std::optional<CommitSteps> steps = {};
  tree::Ring unsealed = {};
  AttachedRecords records = {};
  std::optional<CommitTrail> trail = {};
};

// The totals of `tree`: those of the timeline's base, corrected by the rings and regions that differ.
lifecycle::Totals totals_of(const BranchTimeline& timeline, const tree::Tree& tree, TokenCounter* counter);

// Computes patch, root and commit id of the step from `older` to the tree of `next` and puts them into the report.
// `root` is the hasher after `older`; it is advanced to the new tree.
void identify(NextCommit& next, const tree::Tree& older, const std::vector<warp::ChangedRing>& changes,
              warp::ResumableRoot& root, warp::PatchBytes bytes);

// Makes the commit the head of the timeline and starts the next cycle. Cannot fail. Call
// `BranchTimeline::index_nodes` before. `RecordsIn::Memory` keeps the records with the snapshot; `RecordsIn::Store`
// drops them, since a journal has stored them.
enum class RecordsIn : std::uint8_t { Memory, Store };
const history::SnapshotData* publish(BranchTimeline& timeline, WorkingState& working, NextCommit next,
                                     warp::ResumableRoot root, RecordsIn records);

}  // namespace latewood::engine
