// A branch: its timeline, its working state, and the operations over both.
//
// The timeline (timeline.h) holds the commits, the working state (working_state.h) the edits since the last one. A
// commit (commit.h) is a function over the two. With a journal, every edit and commit is written before it takes
// effect.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/branch/commit.h"
#include "engine/branch/journal.h"
#include "engine/branch/recorded_editor.h"
#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"
#include "engine/record/record_source.h"
#include "latewood/clock.h"
#include "latewood/policy.h"
#include "latewood/result.h"

namespace latewood::engine {

// The settings of a branch, given at construction.
struct BranchSetup {
  std::shared_ptr<Clock> clock;
  TokenCounter* counter = nullptr;  // counts tokens for budgets; not owned, must outlive the branch; default: none
  Receipts receipts = Receipts::No;
  RecordSource records = {};  // reads the records of commits that are not in memory; default: none
};

class Branch {
 public:
  // A branch without commits.
  explicit Branch(BranchSetup setup);
  // A branch that begins in memory at a checkpoint.
  Branch(BranchSetup setup, TimelineStart start);
  Branch(const Branch&) = delete;
  Branch& operator=(const Branch&) = delete;

  // A branch with `snapshot` as its head. `snapshot` must be on this branch's line; it may have been loaded on demand,
  // or kept from before the collected commits.
  std::unique_ptr<Branch> fork(const history::SnapshotData& snapshot, Receipts receipts) const;

  BranchTimeline& timeline() { return timeline_; }
  const BranchTimeline& timeline() const { return timeline_; }
  WorkingState& working_state() { return working_; }
  const WorkingState& working_state() const { return working_; }
  const BranchSetup& setup() const { return setup_; }

  // ---- the timeline ----

  const history::SnapshotData* head() const { return timeline_.head(); }
  bool starts_late() const { return timeline_.starts_late(); }
  tree::NodePool& pool() { return timeline_.pool(); }
  Result<void> check_read() const { return timeline_.check_read(); }
  // The answer, or the read error that makes it unreliable.
  template <class T>
  Result<T> checked(Result<T> answer) const {
    auto read = check_read();
    return read ? std::move(answer) : Result<T>(std::move(read).error());
  }
  const std::shared_ptr<BranchLife>& life() const { return timeline_.life(); }
  render::PieceCache& renders() const { return timeline_.life()->renders; }
  // Members of an imported document that are not part of a snapshot; null: none.
  const Envelope& envelope() const { return envelope_; }
  void set_envelope(Envelope envelope) { envelope_ = std::move(envelope); }
  Result<std::optional<std::string>> load_receipt(const history::SnapshotData& snapshot) const;
  Result<std::optional<std::string>> load_admission(const history::SnapshotData& snapshot) const;

  // Takes a tree from outside as the next snapshot (adopt.h).
  const history::SnapshotData* adopt(const tree::Tree& tree, Envelope envelope);

  // ---- the working state ----

  const tree::Tree& working() const { return working_.tree(); }
  std::optional<tree::Place> find_working(std::string_view id) const { return working_.find(id); }
  void set_policy(std::optional<PrunePolicy> policy) { working_.set_policy(std::move(policy), setup_.counter); }
  const std::optional<PrunePolicy>& policy() const { return working_.policy(); }

  // The write-ahead sink for edits and commits. Not owned; null: none.
  void set_journal(Journal* journal) { journal_ = journal; }

  // Runs one mutation on a copy of the working state. The copy becomes the working state if the mutation succeeds and
  // the journal has stored it.
  template <class Mutation>
  auto edit(const tree::Permissions& permissions, Mutation mutation) {
    using Answer = decltype(mutation(std::declval<tree::Editor&>()));
    if (auto checked = check_may_edit(permissions); !checked) return Answer(std::move(checked).error());
    if (journal_ == nullptr && !working_.keeps_receipts()) {
      tree::Editor editor(working_.draft(), working_.around(), permissions);
      auto result = mutation(editor);
      if (auto read = check_read(); !read) return Answer(std::move(read).error());
      if (result) working_.keep(editor);
      return result;
    }
    RecordedEditor recorded(working_.draft(), working_.around(), permissions);
    auto result = mutation(recorded.editor());
    if (auto read = check_read(); !read) return Answer(std::move(read).error());
    if (!result) return result;
    const EditCall call = recorded.take(working_.cause());
    if (journal_ != nullptr) {
      if (auto written = journal_->write_edit(call); !written) return Answer(std::move(written).error());
    }
    working_.keep(recorded.editor(), call);
    return result;
  }
  // Runs a mutation on the working state without writing to the journal. Returns the call to write.
  template <class Mutation>
  Result<EditCall> edit_recorded(const tree::Permissions& permissions, Mutation mutation) {
    if (auto room = working_.check_stamps(); !room) return std::move(room).error();
    working_.settle_parent();
    RecordedEditor recorded(working_.draft(), working_.around(), permissions);
    if (auto result = mutation(recorded.editor()); !result) return std::move(result).error();
    EditCall call = recorded.take(working_.cause());
    working_.keep(recorded.editor(), call);
    return call;
  }
  // Adds a proposal for arbitration by the next commit. Fails if its edits fail on the head, or if the journal cannot
  // write it.
  Result<void> propose(Offer offer);
  // Drops all edits, proposals and admissions since the last commit.
  Result<void> reset();

  // ---- the commit ----

  Result<const history::SnapshotData*> commit(const CommitCall& call = {}) {
    return engine::commit(timeline_, working_, journal_, call, before_step_);
  }
  // The snapshot that a commit would make now. Changes nothing.
  Result<Preview> preview() { return preview_commit(timeline_, working_, before_step_); }
  // For tests.
  void set_before_step(BeforeStep before_step) { before_step_ = std::move(before_step); }

 private:
  Branch(BranchSetup setup, const BranchTimeline& from, const history::SnapshotData& snapshot);

  Result<void> check_may_edit(const tree::Permissions& permissions);
  const Branch* loader_of(const history::SnapshotData& snapshot) const;

  BranchSetup setup_;
  BranchTimeline timeline_;
  WorkingState working_;
  Journal* journal_ = nullptr;
  Envelope envelope_;
  BeforeStep before_step_;
};

}  // namespace latewood::engine
