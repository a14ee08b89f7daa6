// A commit as it is kept outside of the process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/edit_call.h"
#include "history/snapshot_data.h"
#include "latewood/commit.h"
#include "latewood/digest.h"
#include "tree/id_index.h"
#include "tree/tree.h"
#include "warp/graph/tick_patch.h"
#include "warp/mapping/resumable_root.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {

// What a commit leaves the branch with, for whoever keeps more of it than its bytes. Valid during
// the call that hands it over.
struct CommitState {
  const tree::Tree* older = nullptr;
  const tree::Tree* tree = nullptr;
  const std::vector<warp::ChangedRing>* changes = nullptr;
  const warp::ResumableRoot* root = nullptr;
  const tree::Tree* genesis = nullptr;
  const tree::IdIndex* ids = nullptr;  // of all commits before; null if they are not all in memory
  std::int64_t nodes = 0;
  std::int64_t bytes = 0;
  std::int64_t last_stamp = 0;
  std::uint64_t position = 0;  // how many commits came before
  // Whether the line was made by commits alone, each on top of the one before. Imported histories may
  // start over, and their nodes may wander from turn to turn.
  bool is_plain = false;
};

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
  std::optional<CommitState> state = {};       // nothing for a commit of the past
};

// A commit of the past as a journal would have got it.
// Without the records beside it: engine/branch/outgoing_records.h.
CommitRecord record_of(const history::SnapshotData& snapshot);

// The patch of a commit, recomputed from the trees before and after it.
warp::TickPatch patch_of(const history::SnapshotData& snapshot);

// What nodes say that the tree before did not have, each content once. `changes` are
// `changed_rings(older, newer)`.
std::vector<const tree::Payload*> new_payloads(const tree::Tree& older, const tree::Tree& newer,
                                               const std::vector<warp::ChangedRing>& changes);

}  // namespace latewood::engine
