// The committed side of a branch: its snapshots and the index of their nodes.
//
// A timeline appends to its own log and reads the logs of the branches from which it was forked. A log only grows. It
// lives as long as any timeline or snapshot handle that reads it, so a fork costs one pointer per ancestor.
//
// One thread changes a timeline. Any thread may call `head` and read snapshots.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/snapshot_data.h"
#include "latewood/result.h"
#include "warp/mapping/resumable_root.h"

namespace latewood::tree {
class IdIndex;
class IdScope;
class NodePool;
}  // namespace latewood::tree
namespace latewood::warp {
struct ChangedRing;
}

namespace latewood::engine {

class Ledger;
struct AttachedRecords;
struct BranchLife;
struct BranchLog;
struct CommitTrail;
struct TimelineStart;

// The root of U0, the state before the first commit (design, section 3).
warp::ResumableRoot empty_root(const tree::Tree& genesis);

class BranchTimeline {
 public:
  // A history without commits.
  BranchTimeline();
  // The first snapshot has no older one. Do not return handles on it, only on later snapshots: their older snapshot is
  // the same commit as `past` loads it.
  explicit BranchTimeline(TimelineStart start);
  // A fork at `snapshot`, which is in a log of `from`.
  BranchTimeline(const BranchTimeline& from, const history::SnapshotData& snapshot);
  BranchTimeline(const BranchTimeline&) = delete;
  BranchTimeline& operator=(const BranchTimeline&) = delete;

  // Null before the first commit. Any thread may call this.
  const history::SnapshotData* head() const { return head_.load(std::memory_order_acquire); }
  // The tree that the next commit applies to: the head's, or the genesis.
  const tree::Tree& base() const { return head() == nullptr ? *genesis_ : head()->tree; }
  const std::shared_ptr<const tree::Tree>& genesis() const { return genesis_; }
  // The hasher after the head's state.
  const warp::ResumableRoot& root() const { return root_; }

  // Whether the snapshot is in a log of this timeline.
  bool holds(const history::SnapshotData& snapshot) const;
  // Whether the timeline was opened at a checkpoint instead of its first commit.
  bool starts_late() const;
  // Whether every snapshot of the line was made by a commit on the one before. An imported history may start over, and
  // its nodes may be in another turn in a later snapshot.
  bool is_plain() const;

  // The first error of reading the history on demand, or success. A part that cannot be read looks empty: check this
  // after computing an answer and before keeping a change.
  Result<void> check_read() const;

  // Every handle on a snapshot of this timeline holds this.
  const std::shared_ptr<BranchLife>& life() const { return life_; }
  const std::shared_ptr<history::Past>& past() const { return past_; }
  // Keeps `past` alive with this timeline and its snapshots.
  void keep_past(std::shared_ptr<history::Past> past);

  // ---- finding ----

  const tree::IdScope& ids() const;
  // The index of the own log; null if it does not hold all ids of the line.
  const tree::IdIndex* all_ids() const;
  // The payload with this digest of any node of this history; null if there is none.
  const tree::Payload* find_payload(const tree::PayloadDigest& digest) const;
  // Hints of all ledgers. The nodes may have been removed since: look each id up in a tree.
  std::vector<std::string> due_at(std::uint64_t cycle) const;
  std::vector<std::string> due_between(std::uint64_t after, std::uint64_t last) const;
  std::vector<std::string> referrers_of(std::string_view id) const;
  std::vector<std::string> holders_of(std::string_view key) const;
  std::vector<std::string> markers_of(std::string_view id) const;

  // ---- changing ----

  tree::NodePool& pool();
  Ledger& ledger();
  // The tree that a commit without parents applies to.
  void set_genesis(std::shared_ptr<const tree::Tree> genesis) { genesis_ = std::move(genesis); }
  // Call before a commit without parents. Notes whether the timeline has commits already.
  void start_over();
  // Records an id of a node that has left the line, so that it is not issued again.
  void add_past_id(const std::string& id);

  // The nodes of a tree that may be new: only those of its cycle, or nodes of any cycle (an imported tree).
  enum class Entrants : std::uint8_t { OfThisCycle, OfAnyCycle };
  // Adds the nodes of `newer`, which follows the base, to the index. Call before `append`, so that every reader of the
  // snapshot finds them. `changes` are `changed_rings(base(), newer)`.
  void index_nodes(const tree::Tree& newer, const std::vector<warp::ChangedRing>& changes, Entrants entrants);
  // Adds the nodes of a restored or imported tree to the ledger. A node that is expired or deferred in this tree is due
  // at the next commit.
  void note_nodes(const tree::Tree& newer, const std::vector<warp::ChangedRing>& changes);

  // Makes the snapshot the head: the one store to the atomic pointer. Cannot fail.
  const history::SnapshotData* append(history::SnapshotData data, warp::ResumableRoot root,
                                      std::unique_ptr<const AttachedRecords> records,
                                      std::unique_ptr<const CommitTrail> trail);
  // Puts a snapshot that stands for collected ones below the first commit. It is never handed out.
  void append_collected(history::SnapshotData data);

 private:
  struct Ancestor {
    std::shared_ptr<BranchLog> log;
    std::uint64_t cutoff = 0;  // the last cycle of `log` that belongs to this timeline
  };

  BranchTimeline(std::vector<Ancestor> ancestors, std::shared_ptr<const tree::Tree> genesis);
  static std::vector<Ancestor> ancestors_at(const BranchTimeline& from, const history::SnapshotData& snapshot);
  void index_later_nodes(const tree::Tree& newer, const std::vector<warp::ChangedRing>& changes);
  template <class Ask>
  std::vector<std::string> ask_ledgers(Ask ask) const;

  std::shared_ptr<BranchLog> log_;
  std::vector<Ancestor> ancestors_;
  std::shared_ptr<history::Past> past_;  // null: all of the history is in memory
  std::shared_ptr<BranchLife> life_;
  std::shared_ptr<const tree::Tree> genesis_;
  warp::ResumableRoot root_;
  std::atomic<const history::SnapshotData*> head_{nullptr};
};

// The hasher after the state of a snapshot.
warp::ResumableRoot root_at(const history::SnapshotData& snapshot);

}  // namespace latewood::engine
