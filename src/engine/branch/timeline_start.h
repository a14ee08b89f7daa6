// The beginning of a timeline that was opened at a checkpoint.
#pragma once

#include <memory>

#include "engine/branch/line_base.h"
#include "history/past.h"
#include "history/snapshot_data.h"
#include "tree/tree.h"
#include "warp/mapping/resumable_root.h"

namespace latewood::engine {

// The first commit in memory of a timeline that was opened at a checkpoint.
struct TimelineStart {
  history::SnapshotData snapshot;  // `snapshot.details->past` must be set
  warp::ResumableRoot root;
  std::shared_ptr<const tree::Tree> genesis;
  std::shared_ptr<LineBase> base;
  std::shared_ptr<history::Past> past;  // kept alive by the timeline; null if the past owns the timeline
};

}  // namespace latewood::engine
