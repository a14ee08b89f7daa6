// A snapshot as it is kept, and the way back from it. Snapshots live in the log of the
// branch that made them and never move.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "latewood/commit.h"
#include "tree/id_scope.h"
#include "tree/persistent_vector.h"
#include "tree/tree.h"

namespace latewood::history {

struct SnapshotData {
  tree::Tree tree;
  CommitReport report;
  const SnapshotData* parent = nullptr;       // null for the first commit
  const tree::IdScope* ids = nullptr;         // finds nodes of this snapshot and its ancestors
  std::shared_ptr<const tree::Tree> genesis;  // what the first commit applied to; null for others
  std::int64_t last_stamp = 0;                // stamps of the next cycle continue above it
  std::int64_t tokens = 0;                    // of all blocks, if there is a counter
  // This snapshot's ancestors, the first commit first; plain pointers, since their owner
  // outlives them.
  tree::PersistentVector<const SnapshotData*> ancestors;
};

}  // namespace latewood::history
