// A commit as it is kept outside of the process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/edit_call.h"
#include "history/snapshot_data.h"
#include "latewood/commit.h"
#include "latewood/digest.h"
#include "tree/tree.h"
#include "warp/tick_patch.h"
#include "warp/tree_change.h"

namespace latewood::engine {

// docs/format/commit_header.md, tick_patch.md, bundle.md.
struct CommitRecord {
  CommitId id;
  std::optional<CommitId> parent;
  std::uint64_t cycle = 0;
  std::string header;
  std::string patch;
  std::string extras;
  CommitNote note;
  std::vector<const tree::Payload*> payloads;  // that no node of the tree before had, each once
  std::vector<EditCall> reply;                 // what opens the next cycle
  std::optional<std::string> receipt = {};     // docs/format/receipt.md
  std::optional<std::string> admission = {};   // docs/format/admission.md
};

// A commit of the past as a journal would have got it.
CommitRecord record_of(const history::SnapshotData& snapshot);

// The patch of a commit, recomputed from the trees before and after it.
warp::TickPatch patch_of(const history::SnapshotData& snapshot);

// What nodes say that the tree before did not have, each content once. `changes` are
// `changed_rings(older, newer)`.
std::vector<const tree::Payload*> new_payloads(const tree::Tree& older, const tree::Tree& newer,
                                               const std::vector<warp::ChangedRing>& changes);

}  // namespace latewood::engine
