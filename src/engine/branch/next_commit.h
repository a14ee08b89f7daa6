// The commit to come, between its steps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"
#include "engine/record/edit_call.h"
#include "engine/record/plan.h"
#include "history/commit_identity.h"
#include "latewood/commit.h"
#include "latewood/result.h"
#include "lifecycle/measure.h"
#include "tree/edit/draft.h"

namespace latewood::engine {

struct NextCommit {
  tree::Draft draft;  // its tree becomes the snapshot
  CommitReport report;
  std::int64_t tokens = 0;
  Envelope envelope = {};
  std::unique_ptr<const history::LateIdentity> late_identity = {};  // null: the report has the digests
  CommitNote note = {};
  std::string patch = {};            // encoded, for a journal; empty without one
  std::vector<EditCall> reply = {};  // opens the next cycle
  // For the receipt: the trees between the steps, and the active head before it was sealed.
  std::optional<CommitSteps> steps = {};
  tree::Ring unsealed = {};
  AttachedRecords records = {};
  std::optional<CommitTrail> trail = {};
};

// The totals of a tree that follows the timeline's base: those of the base, corrected by what differs.
lifecycle::Totals totals_of(const BranchTimeline& timeline, const tree::Tree& tree, TokenCounter* counter);

// Computes patch, root and commit id of the tree, which follows `older`, and puts them into the report. `root` is the
// hasher after `older` and is moved on.
enum class PatchBytes : std::uint8_t { Keep, Drop };
void identify(NextCommit& next, const tree::Tree& older, const std::vector<warp::ChangedRing>& changes,
              warp::ResumableRoot& root, PatchBytes bytes);

// Makes the commit the head of the timeline and starts the next cycle. Cannot fail. The ids of its nodes are indexed
// before. Records are kept in memory only if no journal has them.
enum class RecordsIn : std::uint8_t { Memory, Store };
const history::SnapshotData* publish(BranchTimeline& timeline, WorkingState& working, NextCommit next,
                                     warp::ResumableRoot root, RecordsIn records);

}  // namespace latewood::engine
