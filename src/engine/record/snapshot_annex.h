// The annex: the data that the engine holds in memory beside a snapshot.
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

// The records attached to a commit: no commit id covers them.
struct AttachedRecords {
  std::string receipt;    // docs/format/receipt.md; empty: none
  std::string admission;  // docs/format/admission.md; empty: none
  // The active head as it was before sealing, for a commit in memory. Its receipt has no seals and digests yet; they
  // are computed from this ring when the receipt is read. Null: the receipt is complete.
  tree::Ring unsealed = {};
  std::optional<EventsMark> events = {};  // for a commit in memory: the events its trail names

  bool empty() const { return receipt.empty() && admission.empty(); }
};

}  // namespace latewood::engine

namespace latewood::history {

struct SnapshotAnnex {
  warp::ResumableRoot::Mark root;                          // hashing of the next state resumes here
  std::unique_ptr<const engine::AttachedRecords> records;  // for a commit that no store holds; null: none
  std::unique_ptr<const engine::CommitTrail> trail;        // null: the commit has no records, or no store holds it
};

}  // namespace latewood::history

namespace latewood::engine {

// A snapshot with its annex: one entry of a log. Not movable, because the snapshot points to the annex.
struct LoggedSnapshot {
  LoggedSnapshot(history::SnapshotData data, history::SnapshotAnnex beside)
      : snapshot(std::move(data)), annex(std::move(beside)) {
    snapshot.annex = &annex;
  }
  LoggedSnapshot(const LoggedSnapshot&) = delete;
  LoggedSnapshot& operator=(const LoggedSnapshot&) = delete;

  history::SnapshotData snapshot;
  history::SnapshotAnnex annex;
};

// Null if the commit has no records beside it, or they are in memory only (engine/branch/outgoing_records.h).
inline const CommitTrail* trail_of(const history::SnapshotData& snapshot) { return snapshot.annex->trail.get(); }

}  // namespace latewood::engine
