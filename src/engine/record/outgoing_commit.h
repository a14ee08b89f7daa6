// A commit to write: its encoded parts, its payloads and the tree that a checkpoint is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/edit_call.h"
#include "latewood/commit.h"
#include "latewood/digest.h"

namespace latewood::history {
struct SnapshotData;
}
namespace latewood::tree {
class IdIndex;
class Payload;
struct Tree;
}  // namespace latewood::tree
namespace latewood::warp {
class ResumableRoot;
class TickPatch;
struct ChangedRing;
}  // namespace latewood::warp

namespace latewood::engine {

// The branch after a commit: the input of the checkpoint writer. The pointers are valid only during `write_commit`.
struct CommitState {
  const tree::Tree* older = nullptr;
  const tree::Tree* tree = nullptr;
  const std::vector<warp::ChangedRing>* changes = nullptr;
  const warp::ResumableRoot* root = nullptr;
  const tree::Tree* genesis = nullptr;
  const tree::IdIndex* ids = nullptr;  // ids of all earlier commits; null if some commits are not in memory
  std::int64_t nodes = 0;
  std::int64_t bytes = 0;
  std::int64_t last_stamp = 0;
  std::uint64_t position = 0;  // number of earlier commits on the line
  bool is_plain = false;       // BranchTimeline::is_plain
};

// Encodings: docs/format/commit_header.md, tick_patch.md, bundle.md.
struct OutgoingCommit {
  CommitId id;
  std::optional<CommitId> parent;
  std::uint64_t cycle = 0;
  std::string header;
  std::string patch;
  std::string extras;
  CommitNote note;
  std::vector<const tree::Payload*> payloads;  // payloads that the previous tree does not have, each once
  std::vector<EditCall> reply;                 // the edits that open the next cycle
  std::optional<std::string> receipt = {};     // docs/format/receipt.md
  std::optional<std::string> admission = {};   // docs/format/admission.md
  std::optional<CommitState> state = {};       // nullopt: not the newest commit, so no checkpoint is written
};

// Encodes an existing snapshot again. Leaves out its attached records; branch/outgoing_records.h adds them.
OutgoingCommit outgoing_commit(const history::SnapshotData& snapshot);

// Recomputes the patch of a commit from the trees before and after it.
warp::TickPatch patch_of(const history::SnapshotData& snapshot);

// The payloads of nodes in `newer` that are not in `older`, each once. `changes` must be `changed_rings(older, newer)`.
std::vector<const tree::Payload*> new_payloads(const tree::Tree& older, const tree::Tree& newer,
                                               const std::vector<warp::ChangedRing>& changes);

}  // namespace latewood::engine
