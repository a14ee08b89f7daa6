// A branch: its timeline, its working state, and the operations over both.
//
// The timeline (timeline.h) holds the commits, the working state (working_state.h) the edits since the last one. A
// commit (commit.h) is a function over the two. With a journal, every edit and commit is written before it takes
// effect. Callers that use the timeline or the working state itself include its header.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/branch/branch_setup.h"
#include "engine/record/envelope.h"
#include "latewood/policy.h"
#include "latewood/result.h"

namespace latewood::history {
struct SnapshotData;
}
namespace latewood::render {
class PieceCache;
}
namespace latewood::tree {
class NodePool;
struct Permissions;
struct Place;
struct Tree;
}  // namespace latewood::tree

namespace latewood::engine {

class BranchTimeline;
class Journal;
class WorkingState;
struct BranchLife;
struct CommitCall;
struct EditCall;
struct Offer;
class KnownPreviews;
struct Preview;
struct TimelineStart;

class Branch {
 public:
  // A branch without commits.
  explicit Branch(BranchSetup setup);
  // A branch that begins in memory at a checkpoint.
  Branch(BranchSetup setup, TimelineStart start);
  Branch(const Branch&) = delete;
  Branch& operator=(const Branch&) = delete;
  ~Branch();

  // A branch with `snapshot` as its head. `snapshot` must be on this branch's line; it may have been loaded on demand,
  // or kept from before the collected commits.
  std::unique_ptr<Branch> fork(const history::SnapshotData& snapshot, Receipts receipts) const;

  BranchTimeline& timeline() { return *timeline_; }
  const BranchTimeline& timeline() const { return *timeline_; }
  WorkingState& working_state() { return *working_; }
  const WorkingState& working_state() const { return *working_; }
  const BranchSetup& setup() const { return setup_; }

  // ---- the timeline ----

  // Null before the first commit. Any thread may call this.
  const history::SnapshotData* head() const;
  // Whether the branch was opened at a checkpoint instead of its first commit.
  bool starts_late() const;
  tree::NodePool& pool();
  // The first error of reading the history on demand, or success (BranchTimeline::check_read).
  Result<void> check_read() const;
  // The answer, or the read error that makes it unreliable.
  template <class T>
  Result<T> checked(Result<T> answer) const {
    auto read = check_read();
    return read ? std::move(answer) : Result<T>(std::move(read).error());
  }
  // Every handle on a snapshot of this branch holds this.
  const std::shared_ptr<BranchLife>& life() const;
  render::PieceCache& renders() const;
  const Envelope& envelope() const { return envelope_; }
  void set_envelope(Envelope envelope) { envelope_ = std::move(envelope); }
  Result<std::optional<std::string>> load_receipt(const history::SnapshotData& snapshot) const;
  Result<std::optional<std::string>> load_admission(const history::SnapshotData& snapshot) const;

  // Takes a tree from outside as the next snapshot (adopt.h).
  const history::SnapshotData* adopt(const tree::Tree& tree, Envelope envelope);

  // ---- the working state ----

  const tree::Tree& working() const;
  std::optional<tree::Place> find_working(std::string_view id) const;
  void set_policy(std::optional<PrunePolicy> policy);
  const std::optional<PrunePolicy>& policy() const;

  // The write-ahead sink for edits and commits. Not owned; null: none.
  void set_journal(Journal* journal) { journal_ = journal; }

  // Runs one mutation, a function of a `tree::Editor&`, on a copy of the working state. The copy becomes the working
  // state if the mutation succeeds and the journal has stored it. Callers include branch_edit.h.
  template <class Mutation>
  auto edit(const tree::Permissions& permissions, Mutation mutation);
  // Runs a mutation on the working state without writing to the journal. Returns the call to write.
  template <class Mutation>
  Result<EditCall> edit_recorded(const tree::Permissions& permissions, Mutation mutation);
  // Adds a proposal for arbitration by the next commit. Fails if its edits fail on the head, or if the journal cannot
  // write it.
  Result<void> propose(Offer offer);
  // Drops all edits, proposals and admissions since the last commit.
  Result<void> reset();

  // ---- the commit ----

  Result<const history::SnapshotData*> commit(const CommitCall& call);
  Result<const history::SnapshotData*> commit();
  // The snapshot that a commit would make now. Changes nothing, and until something changes the same preview is given
  // again: the nodes that it makes stay in the pool.
  Result<Preview> preview();
  // For tests: see BeforeStep in commit.h.
  void set_before_step(std::function<Result<void>(std::string_view step)> before_step) {
    before_step_ = std::move(before_step);
  }

 private:
  Branch(BranchSetup setup, const BranchTimeline& from, const history::SnapshotData& snapshot);
  Branch(BranchSetup setup, std::unique_ptr<BranchTimeline> timeline);

  Result<void> check_may_edit(const tree::Permissions& permissions);
  const Branch* loader_of(const history::SnapshotData& snapshot) const;

  BranchSetup setup_;
  std::unique_ptr<BranchTimeline> timeline_;
  std::unique_ptr<WorkingState> working_;  // refers to the timeline and the clock
  Journal* journal_ = nullptr;
  Envelope envelope_;
  std::function<Result<void>(std::string_view step)> before_step_;
  std::unique_ptr<KnownPreviews> previews_;
};

}  // namespace latewood::engine
