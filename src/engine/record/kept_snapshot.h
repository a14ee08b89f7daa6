// A snapshot in memory with what lies beside its commit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/record/trail.h"
#include "history/snapshot_data.h"
#include "tree/tree.h"
#include "warp/mapping/resumable_root.h"

namespace latewood::engine {

// What lies beside a commit.
struct KeptRecords {
  std::string receipt;    // docs/format/receipt.md; empty: none
  std::string admission;  // docs/format/admission.md; empty: none
  // Of a commit that no store keeps: the head that was sealed. The receipt is still without its seals and digests,
  // which follow from it and the snapshot when somebody wants them. Null: it has them.
  tree::Ring unsealed = {};
  std::optional<EventsMark> events = {};  // likewise, of its trail
};

// A snapshot with what the engine needs to go on from it.
struct KeptSnapshot : history::SnapshotData {
  KeptSnapshot(history::SnapshotData data, warp::ResumableRoot::Mark mark)
      : history::SnapshotData(std::move(data)), root(std::move(mark)) {}
  warp::ResumableRoot::Mark root;
  std::unique_ptr<const KeptRecords> records;  // of a commit that no store keeps; null: nothing
  std::unique_ptr<const CommitTrail> trail;    // null: there are no records beside it, or it is not written yet
};

// Null if the commit has no records beside it, or they are in memory only (engine/branch/outgoing_records.h).
inline const CommitTrail* trail_of(const history::SnapshotData& snapshot) {
  return static_cast<const KeptSnapshot&>(snapshot).trail.get();
}

}  // namespace latewood::engine
