// A snapshot as it is kept, and the way back from it. Snapshots live in the log of the
// branch that made them and never move. There is one per cycle, so they are small: what
// only some commits have is kept apart.
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
#include "tree/id_scope.h"
#include "tree/tree.h"

namespace latewood::history {

// What only commits have that took something out or kept something back, and the first.
struct CommitDetails {
  std::vector<Departure> departures;
  std::vector<std::string> deferred;
  std::vector<std::string> kept;
  std::int64_t nodes_before = 0;
  std::int64_t bytes_before = 0;
  // What a commit without parents applied to: the first one, and imports that start over. Null
  // for others.
  std::shared_ptr<const tree::Tree> genesis;
  // What an imported document has beside the snapshot; null: nothing.
  std::shared_ptr<const std::vector<JsonMember>> envelope;
  CommitNote note;
  Past* past = nullptr;  // set where a line begins in memory: what comes before it
  // Stands for everything before the oldest snapshot that was kept: the identity is that of the commit
  // before it, the tree is empty. Nobody gets to see it.
  bool is_collected = false;
  // What names a snapshot that came from outside; null for others, which know it.
  std::unique_ptr<const LateIdentity> late_identity;
  // What was kept from before a snapshot that stands for collected ones; null: nothing.
  std::shared_ptr<KeptPast> kept_before;
};

// What the engine keeps beside a snapshot. The engine defines it (engine/record/snapshot_annex.h).
struct SnapshotAnnex;

struct SnapshotData {
  tree::Tree tree;
  CommitIdentity known_identity;                 // unless it is late: ask `identity`
  std::int64_t nodes = 0;                        // blocks in the tree
  std::int64_t bytes = 0;                        // of their content
  std::int64_t tokens = 0;                       // of the same, if there is a counter
  std::int64_t last_stamp = 0;                   // stamps of the next cycle continue above it
  std::unique_ptr<const CommitDetails> details;  // null: nothing of it
  const tree::IdScope* ids = nullptr;            // finds nodes of this snapshot and its ancestors
  const SnapshotAnnex* annex = nullptr;          // set when the snapshot enters a log; lives as long as the snapshot
  ParentLink parent;                             // null for the first commit
  const SnapshotData* skip = nullptr;            // some ancestor in memory, for long ways back; null if there is none
  std::uint32_t position = 0;                    // how many commits came before; no memory holds 2^32
  std::uint32_t policy_id = 0;

  std::uint64_t cycle() const { return tree.cycle; }
  bool is_collected() const { return details != nullptr && details->is_collected; }
  // Whether the digests may have to be computed first.
  bool is_late() const { return details != nullptr && details->late_identity != nullptr; }
  const CommitIdentity& identity() const { return is_late() ? details->late_identity->get() : known_identity; }
  const CommitId& commit_id() const { return identity().commit_id; }
  const StateRoot& state_root() const { return identity().state_root; }
  const PatchDigest& patch_digest() const { return identity().patch_digest; }
  // The tree that the commit applied to.
  const tree::Tree& older() const { return is_genesis() ? *details->genesis : before().tree; }
  // The commit before, as far as it is known without loading it. Itself where a line begins in memory.
  const SnapshotData& before() const { return parent.near() == nullptr ? *this : *parent.near(); }
  // What is loaded for whoever goes back from here; null where a line does not begin in memory.
  Past* past() const { return details == nullptr ? nullptr : details->past; }
  // Whether the commit has no parents; there may be snapshots before it all the same.
  bool is_genesis() const { return details != nullptr && details->genesis != nullptr; }
  CommitReport report() const;
  // Who made the commit, why and when.
  CommitNote note() const;
};

inline Past* ParentLink::past() const { return near_ == nullptr ? nullptr : near_->past(); }

// Makes `snapshot` the next after `parent`, which may be null. If the line begins in memory with
// `parent`, the way back leads to what its past loads.
void link(SnapshotData& snapshot, const SnapshotData* parent);

// The snapshot `commits` before `from`, which must have that many ancestors. Costs the
// logarithm of the way.
const SnapshotData& ancestor(const SnapshotData& from, std::uint64_t commits);

// The snapshot that stands for all commits of the line that were collected; null if none was.
const SnapshotData* find_collected(const SnapshotData& head);
// What was kept of the line from before them; null if nothing was.
KeptPast* find_kept_before(const SnapshotData& head);
// Whether there were commits before the oldest snapshot of the line that were collected.
inline bool has_collected(const SnapshotData& head) { return find_collected(head) != nullptr; }
// Whether this cycle is among them, or would be.
bool is_before_kept(const SnapshotData& head, std::uint64_t cycle);

// The oldest among `from` and its ancestors whose cycle is not below `cycle`, which is not above that
// of `from`.
const SnapshotData& oldest_since(const SnapshotData& from, std::uint64_t cycle);

// The snapshot of that cycle among `from` and its ancestors; null if there is none.
const SnapshotData* find_cycle(const SnapshotData& from, std::uint64_t cycle);

}  // namespace latewood::history
