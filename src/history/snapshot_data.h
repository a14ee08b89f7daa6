// The data of a snapshot and the links to its ancestors. A snapshot is in the log of the branch that made it and never
// moves. There is one per cycle, so it is small: members that few commits have are in CommitDetails.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "history/commit_identity.h"
#include "history/past.h"
#include "latewood/commit.h"
#include "latewood/json_value.h"
#include "tree/tree.h"

namespace latewood::tree {
class IdScope;
}

namespace latewood::history {

// Members of the first commit, of imported commits, and of commits that removed or kept nodes.
struct CommitDetails {
  std::vector<Departure> departures;
  std::vector<std::string> deferred;
  std::vector<std::string> kept;
  std::int64_t nodes_before = 0;
  std::int64_t bytes_before = 0;
  // The tree before a commit without parents: the first one, and imports that start over. Null for other commits.
  std::shared_ptr<const tree::Tree> genesis;
  // Members of an imported document that are not part of the snapshot; null: none.
  std::shared_ptr<const std::vector<JsonMember>> envelope;
  CommitNote note;
  Past* past = nullptr;  // set on the first snapshot in memory of a line: loads the snapshots before it
  // The snapshot stands for all collected commits: it has the identity of the last of them and an empty tree. It is
  // never returned to callers of the public API.
  bool is_collected = false;
  // The identity of an imported snapshot; null: `known_identity` is set.
  std::unique_ptr<const LateIdentity> late_identity;
  // The snapshots that were kept from before the collected ones; null: none.
  std::shared_ptr<KeptPast> kept_before;
};

// Values of the engine for a snapshot, defined in engine/record/snapshot_annex.h.
struct SnapshotAnnex;

struct SnapshotData {
  tree::Tree tree;
  CommitIdentity known_identity;                 // not set if it is late: use `identity`
  std::int64_t nodes = 0;                        // number of blocks in the tree
  std::int64_t bytes = 0;                        // bytes of their content
  std::int64_t tokens = 0;                       // tokens of their content, if there is a counter
  std::int64_t last_stamp = 0;                   // stamps of the next cycle continue above it
  std::unique_ptr<const CommitDetails> details;  // null: none of its members is set
  const tree::IdScope* ids = nullptr;            // finds nodes of this snapshot and its ancestors
  const SnapshotAnnex* annex = nullptr;          // set when the snapshot enters a log; lives as long as the snapshot
  ParentLink parent;                             // null for the first commit
  const SnapshotData* skip = nullptr;            // a far ancestor in memory, for fast walks back; null if there is none
  std::uint32_t position = 0;                    // number of commits before this one
  std::uint32_t policy_id = 0;

  std::uint64_t cycle() const { return tree.cycle; }
  bool is_collected() const { return details != nullptr && details->is_collected; }
  // Whether the digests are computed at the first use.
  bool is_late() const { return details != nullptr && details->late_identity != nullptr; }
  const CommitIdentity& identity() const { return is_late() ? details->late_identity->get() : known_identity; }
  const CommitId& commit_id() const { return identity().commit_id; }
  const StateRoot& state_root() const { return identity().state_root; }
  const PatchDigest& patch_digest() const { return identity().patch_digest; }
  // The tree that the commit applied to.
  const tree::Tree& older() const { return is_genesis() ? *details->genesis : before().tree; }
  // The commit before, without loading it. The snapshot itself if it is the first one in memory.
  const SnapshotData& before() const { return parent.near() == nullptr ? *this : *parent.near(); }
  // Loads the snapshots before this one; null unless this is the first one in memory of its line.
  Past* past() const { return details == nullptr ? nullptr : details->past; }
  // Whether the commit has no parents. In an imported history there may still be snapshots before it.
  bool is_genesis() const { return details != nullptr && details->genesis != nullptr; }
  CommitReport report() const;
  // The actor, message and time of the commit.
  CommitNote note() const;
};

inline Past* ParentLink::past() const { return near_ == nullptr ? nullptr : near_->past(); }

// Links `snapshot` to `parent`, which may be null. If `parent` is the first snapshot in memory of its line, the link
// loads from the past of `parent`.
void link(SnapshotData& snapshot, const SnapshotData* parent);

// The snapshot `commits` before `from`, which must have that many ancestors. Cost: logarithmic in `commits`.
const SnapshotData& ancestor(const SnapshotData& from, std::uint64_t commits);

// The snapshot that stands for all commits of the line that were collected; null if none was.
const SnapshotData* find_collected(const SnapshotData& head);
// The snapshots of the line that were kept from before the collected commits; null if there are none.
KeptPast* find_kept_before(const SnapshotData& head);
// Whether commits of the line were collected.
inline bool has_collected(const SnapshotData& head) { return find_collected(head) != nullptr; }
// Whether the cycle is before the oldest snapshot after the collected commits.
bool is_before_kept(const SnapshotData& head, std::uint64_t cycle);

// The oldest snapshot among `from` and its ancestors whose cycle is at least `cycle`. `cycle` must be at most that of
// `from`.
const SnapshotData& oldest_since(const SnapshotData& from, std::uint64_t cycle);

// The snapshot of that cycle among `from` and its ancestors; null if there is none.
const SnapshotData* find_cycle(const SnapshotData& from, std::uint64_t cycle);

}  // namespace latewood::history
