// One line of history: the working state on top of a head, and what the branch wrote.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/branch/forecast.h"
#include "engine/branch/journal.h"
#include "engine/branch/line_base.h"
#include "engine/record/kept_snapshot.h"
#include "engine/record/ledger.h"
#include "engine/record/pending_proposal.h"
#include "engine/record/plan.h"
#include "engine/record/stored_records.h"
#include "engine/record/trail.h"
#include "history/snapshot_data.h"
#include "latewood/policy.h"
#include "latewood/result.h"
#include "lifecycle/departure.h"
#include "lifecycle/measure.h"
#include "render/cache/piece_cache.h"
#include "tree/edit/draft.h"
#include "tree/edit/editor.h"
#include "tree/id_index.h"
#include "tree/id_scope.h"
#include "tree/memory/stable_vector.h"
#include "warp/mapping/resumable_root.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {

// Everything one branch made. It only grows, and lives as long as any branch or snapshot
// that builds on it.
struct BranchLog {
  std::shared_ptr<LineBase> base;  // where the log does not begin with the first commit; else null
  tree::NodePool pool;
  tree::IdIndex ids;
  tree::IdScope scope;  // these ids, and those of the logs it builds on
  Ledger ledger;
  tree::StableVector<KeptSnapshot> snapshots;
  // Whether some nodes claim a later cycle than the snapshot they came with, so that their
  // cycle does not tell who sees them.
  bool has_foreign_cycles = false;
  // Whether a commit without parents came after others, as in some imported histories.
  bool starts_over = false;
};

struct Restored;
struct StateRecord;

// A commit whose snapshot is not there any more.
struct CollectedCommit {
  history::CommitIdentity identity;
  std::uint64_t cycle = 0;
  std::shared_ptr<history::KeptPast> kept_before = {};  // what is there of the line from before it; null: nothing
};

// The commit from which a branch goes on that was not read from its first one.
struct BranchStart {
  history::SnapshotData snapshot;  // its details have a `past`
  warp::ResumableRoot root;
  std::shared_ptr<const tree::Tree> genesis;
  std::shared_ptr<LineBase> base;
  std::shared_ptr<StoredPast> past;  // null for a branch that the past itself owns
};

// What handles on snapshots of a branch keep alive: the logs its snapshots are in, and the turns
// that its readers have rendered.
struct BranchLife {
  std::shared_ptr<StoredPast> past;
  std::vector<std::shared_ptr<BranchLog>> logs;
  mutable render::PieceCache renders;
};

// E_OPTION_INVALID for a target above its trigger, a budget that nothing counts or that can take nothing, bands that
// overlap and rules that say nothing; `counter` may be null.
Result<void> check_policy(const std::optional<PrunePolicy>& policy, const TokenCounter* counter);

// The root of U0, the state before the first commit (design, section 3).
warp::ResumableRoot empty_root(const tree::Tree& genesis);

class Branch {
 public:
  // A new history.
  explicit Branch(std::shared_ptr<Clock> clock);
  // One that goes on. The commit it starts at is not to be handed out, since there is no way back
  // from it: the first one that follows has a way to the same commit, loaded whole.
  Branch(std::shared_ptr<Clock> clock, BranchStart start);
  Branch(const Branch&) = delete;
  Branch& operator=(const Branch&) = delete;

  // A branch that goes on from `snapshot`, which is this branch's or an ancestor's.
  std::unique_ptr<Branch> fork(const history::SnapshotData& snapshot) const;

  // Runs one mutation on a copy of the working state and keeps it if it succeeds and the
  // journal, if any, has it.
  template <class Mutation>
  auto edit(const tree::Permissions& permissions, Mutation mutation) {
    using Answer = decltype(mutation(std::declval<tree::Editor&>()));
    if (auto left = check_stamps(); !left) return Answer(std::move(left).error());
    if (auto signed_by = check_maker(permissions.actor, cause); !signed_by) return Answer(std::move(signed_by).error());
    settle_parent();
    if (journal == nullptr && !keeps_receipts) {
      tree::Editor editor(draft_, around_, permissions);
      auto result = mutation(editor);
      if (auto read = check_read(); !read) return decltype(result)(std::move(read).error());
      if (result) keep(editor);
      return result;
    }
    RecordedEditor recorded(*this, permissions);
    auto result = mutation(recorded.editor);
    if (auto read = check_read(); !read) return decltype(result)(std::move(read).error());
    if (!result) return result;
    const EditCall call = recorded.take(cause);
    if (journal != nullptr) {
      if (auto kept = journal->keep_edit(call); !kept) return decltype(result)(std::move(kept).error());
    }
    keep(recorded.editor, call);
    return result;
  }

  // The same without a journal, and gives what one would have got.
  template <class Mutation>
  Result<EditCall> edit_recorded(const tree::Permissions& permissions, Mutation mutation) {
    if (auto left = check_stamps(); !left) return std::move(left).error();
    settle_parent();
    RecordedEditor recorded(*this, permissions);
    if (auto result = mutation(recorded.editor); !result) return std::move(result).error();
    EditCall call = recorded.take(cause);
    keep(recorded.editor, call);
    return call;
  }

  // Asks for edits of an earlier process again, with the stamps they had then. The journal has
  // them already. Corruption if they make other nodes than they did.
  Result<void> replay(const EditCall& call);

  // What everything this branch does is told to before it happens; null: nobody. Must outlive
  // its use.
  Journal* journal = nullptr;

  // Whether commits get a receipt. To be set before the first edit of a cycle.
  bool keeps_receipts = false;
  // What was let in from streams since the last commit, as the commit will keep it; empty: nothing. A reset
  // forgets it.
  PendingAdmission admission;
  // The event that edits from now on are on account of; nothing: none in particular.
  std::optional<EventRef> cause;
  // Whether an edit of this cycle, offered or made, is on account of an event, or events were let in.
  bool names_events() const;
  // The log of events as the next commit pins it; nothing: it names none.
  std::optional<EventsMark> events;
  // What a store has of the commits that this branch was loaded from.
  StoredRecords records;
  // The receipt of a commit of this branch or of those before it; nothing if it has none.
  Result<std::optional<std::string>> load_receipt(const history::SnapshotData& snapshot) const;
  // The same for what was let in.
  Result<std::optional<std::string>> load_admission(const history::SnapshotData& snapshot) const;

  // Offers edits of the head for arbitration by the next commit: engine/branch/arbitrate.cc. An error if the head
  // would refuse them or the journal, if any, cannot keep them.
  Result<void> propose(Offer offer);
  const std::vector<PendingProposal>& proposals() const { return proposals_; }

  // What of the history could not be read since it was opened, or success. Whoever answers a question
  // asks this afterwards, and whoever keeps a change before: a part that is missing looks empty.
  Result<void> check_read() const;
  // The answer, or what kept it from being right.
  template <class T>
  Result<T> checked(Result<T> answer) const {
    auto read = check_read();
    return read ? std::move(answer) : Result<T>(std::move(read).error());
  }
  // Whether it was opened in the middle of its history.
  bool starts_late() const { return log_->base != nullptr; }

  const tree::Tree& working() const { return draft_.tree; }
  std::optional<tree::Place> find_working(std::string_view id) const {
    return tree::find_place(draft_.tree, id, around_.turn_of);
  }
  Result<void> reset();

  // A stamp of the clock for what is no node, such as an attempt: above `previous` and above the stamps of all nodes.
  std::int64_t time_after(std::int64_t previous) {
    return strict_clock_.stamp_after(std::max(previous, draft_.last_stamp));
  }
  // When a node of the working state goes by its ttl: engine/branch/forecast.cc.
  Forecast forecast(std::string_view id) const;

  // Pruning from the next commit on, removable blocks from the next edit on. The counter, if any, must outlive the
  // branch.
  void set_policy(std::optional<PrunePolicy> policy, TokenCounter* counter);
  const std::optional<PrunePolicy>& policy() const { return policy_; }

  // The tree that a commit would snapshot now. Changes nothing that can be seen.
  Result<tree::Tree> preview();
  // The same with what the commit would report, but for its digests.
  struct NextCommit {
    tree::Tree tree;
    CommitReport report;
  };
  Result<NextCommit> preview_commit();

  using Members = std::shared_ptr<const std::vector<JsonMember>>;

  // The commit sequence; engine/branch/commit.cc. `check` sees the tree before anything becomes
  // visible and may refuse it. `reply` opens the next cycle's active head.
  using Check = std::function<Result<void>(const tree::Tree& tree)>;
  Result<const history::SnapshotData*> commit(const Check& check = {}, const std::vector<Component>& reply = {},
                                              const tree::Permissions& permissions = {}, const CommitNote& note = {},
                                              const CommitOptions& options = {});

  // Takes a tree that was made elsewhere as the next snapshot, as if a commit had made it:
  // engine/branch/adopt.cc. Its records are those of `pool` or of an earlier snapshot, its cycle is
  // above the head's.
  const history::SnapshotData* adopt(const tree::Tree& tree, Members envelope);
  // Takes a commit that was read back (engine/branch/restore.h) as the next snapshot. Corruption if its
  // tree has another root than the header says.
  Result<const history::SnapshotData*> restore(Restored commit);
  // Takes a snapshot that was kept whole as the first of this branch, which has none: what came before
  // was collected, and `before` is the last of it; nothing if there was nothing. Corruption if the
  // tree has another root than the header says.
  Result<const history::SnapshotData*> start(Restored commit, const StateRecord& record,
                                             const std::optional<CollectedCommit>& before);
  // The head, whole, with the ids that its line used up.
  StateRecord head_state() const;
  // Where the tree differs from the head's, or from the first one without a commit. The next questions want it.
  std::vector<warp::ChangedRing> changes_to(const tree::Tree& tree) const;
  // An id that two nodes of the tree have, of which the head's tree has at most one.
  std::optional<std::string> find_twin(const tree::Tree& tree, const std::vector<warp::ChangedRing>& changes) const;
  // Content that some node along this history had. Null if none did.
  const tree::Payload* find_payload(const tree::PayloadDigest& digest) const;
  // Whether a node of the tree stands in another turn than where an earlier snapshot had it. A
  // branch knows one turn for each node, so such a tree needs a fork to be adopted by.
  bool has_wanderers(const tree::Tree& tree, const std::vector<warp::ChangedRing>& changes) const;
  tree::NodePool& pool() { return log_->pool; }

  // What a commit of this line left the branch with. `changes` are those from the commit before,
  // `root` is `root_at(snapshot)`; both must outlive it.
  CommitState state_of(const history::SnapshotData& snapshot, const std::vector<warp::ChangedRing>& changes,
                       const warp::ResumableRoot& root) const;
  static warp::ResumableRoot root_at(const history::SnapshotData& snapshot);
  // That of the head, with what is kept for the next commit besides.
  const warp::ResumableRoot& root() const { return root_; }

  // Null before the first commit. Any thread may ask.
  const history::SnapshotData* head() const { return head_.load(std::memory_order_acquire); }

  // Keeps snapshots of this branch alive.
  std::shared_ptr<const void> lifetime() const { return lifetime_; }
  // Turns that were rendered before.
  render::PieceCache& renders() const { return lifetime_->renders; }

  // What an imported history has beside its snapshots; null: nothing.
  Members history_envelope;

  // Called between the steps of a commit; an error makes it fail there. For tests.
  std::function<Result<void>(std::string_view step)> before_step;

 private:
  struct Ancestor {
    std::shared_ptr<BranchLog> log;
    std::uint64_t cutoff = 0;  // the last cycle of it that belongs to this branch
  };

  Branch(std::shared_ptr<Clock> clock, std::vector<Ancestor> ancestors, std::shared_ptr<const tree::Tree> genesis);

  // An editor of the working state whose calls and stamps are written down.
  struct RecordedEditor {
    RecordedEditor(const Branch& branch, const tree::Permissions& may);
    RecordedEditor(tree::Draft draft, tree::Surroundings around, const tree::Permissions& may);
    EditCall take(std::optional<EventRef> event = {});

    std::vector<tree::MadeEdit> calls;
    tree::Permissions permissions;
    RecordingClock clock;
    tree::Editor editor;
  };

  void set_up_surroundings();
  void start_cycle();
  // An error if stamps of what came from outside leave none for what comes after it.
  Result<void> check_stamps() const;
  // What is written down of who made an edit, and on what, must be read again.
  static Result<void> check_maker(const std::string& actor, const std::optional<EventRef>& event);
  // Ids of new nodes derive from the id of the head's commit. A head from outside may not know
  // its own yet, so whatever makes nodes asks for it first.
  void settle_parent();
  void keep(const tree::Editor& editor);
  void keep(const tree::Editor& editor, const EditCall& call);
  template <class Ask>
  std::vector<std::string> ask_ledgers(Ask ask) const;
  std::vector<std::string> due_at(std::uint64_t cycle) const;
  std::vector<std::string> due_between(std::uint64_t after, std::uint64_t last) const;
  std::vector<std::string> referrers_of(std::string_view id) const;
  // The tree of the snapshot to be, and the report so far.
  struct Prepared {
    tree::Draft draft;
    CommitReport report;
    std::int64_t tokens = 0;
    Members envelope = {};
    std::unique_ptr<const history::LateIdentity> late_identity = {};  // null: the report has it
    CommitNote note = {};
    // What a journal keeps of it, if there is one.
    std::string patch = {};
    std::vector<EditCall> reply = {};
    // If there is to be a receipt: what it tells of, and the head before it was sealed.
    std::optional<CommitSteps> steps = {};
    tree::Ring unsealed = {};
    KeptRecords records = {};
    std::optional<CommitTrail> trail = {};  // of these
  };
  KeptRecords make_records(const Prepared& prepared) const;
  Receipt make_receipt(const Prepared& prepared) const;
  void bind_records(Prepared& prepared) const;

  // The working state with all that a failed commit must give back.
  struct WorkingState {
    tree::Draft draft;
    std::map<std::string, const tree::Node*, std::less<>> fresh;
    std::vector<Candidate> plan;
  };
  WorkingState working_state() const { return {draft_, fresh_, plan_}; }
  void go_back_to(WorkingState state);
  // Decides about all proposals, in their order, and makes the edits of those that win.
  void arbitrate();
  Result<PendingProposal> try_on_head(Offer offer);
  Candidate arbitrated(const PendingProposal& proposal);
  Result<Candidate> apply_proposal(const PendingProposal& proposal);
  tree::Surroundings committed_surroundings() const;
  Result<const history::SnapshotData*> commit_settled(const Check& check, const std::vector<Component>& reply,
                                                      const tree::Permissions& permissions, const CommitNote& note,
                                                      const CommitOptions& options);
  Result<std::int64_t> turn_expiry(const CommitOptions& options) const;
  Result<Prepared> prepare(const CommitOptions& options = {});
  Prepared prepared_of(Restored&& commit) const;
  void add_collected(const tree::Tree& oldest, const CollectedCommit& before, std::uint64_t position);
  Result<void> prepare_reply(Prepared& prepared, const std::vector<Component>& reply,
                             const tree::Permissions& permissions) const;
  CommitRecord record_of(const Prepared& prepared, const std::vector<warp::ChangedRing>& changes,
                         const warp::ResumableRoot& root) const;
  void set_past(std::shared_ptr<StoredPast> past);
  const Branch* owner_before_collected(const history::SnapshotData& snapshot) const;
  void prune(Prepared& prepared, const lifecycle::Lookup& lookup) const;
  lifecycle::Totals totals_of(const tree::Tree& tree) const;
  Result<void> step(std::string_view name) const;
  std::unique_ptr<const history::CommitDetails> details_of(Prepared&& prepared) const;
  Result<void> identify(Prepared& prepared, const tree::Tree& older, const std::vector<warp::ChangedRing>& changes,
                        warp::ResumableRoot& root) const;
  const history::SnapshotData* publish(Prepared prepared, warp::ResumableRoot root);
  // Who may be new in a tree: nodes of its cycle, or also older ones that came from outside.
  enum class Entrants { OfThisCycle, OfAnyCycle };
  void index_new_nodes(const tree::Tree& newer, const std::vector<warp::ChangedRing>& changes, Entrants entrants);
  void index_later_nodes(const tree::Tree& newer, const std::vector<warp::ChangedRing>& changes);
  void note_adopted(const tree::Tree& tree, const std::vector<warp::ChangedRing>& changes);
  // Whether the line was made by commits alone: see CommitState.
  bool is_plain() const {
    return ancestors_.empty() && !log_->has_foreign_cycles && !log_->starts_over && !base().ah->has_children(0);
  }
  const tree::Tree& base() const { return head() == nullptr ? *genesis_ : head()->tree; }

  std::shared_ptr<Clock> clock_;
  StrictClock strict_clock_{*clock_};
  std::shared_ptr<BranchLog> log_;
  std::vector<Ancestor> ancestors_;
  std::shared_ptr<StoredPast> past_;  // null: all of the history is in memory
  std::shared_ptr<const BranchLife> lifetime_;
  std::shared_ptr<const tree::Tree> genesis_;
  tree::Surroundings around_;
  tree::Draft draft_;
  // Nodes of this cycle and the turns they were put into; also those deleted again, since
  // an id is never used twice.
  std::map<std::string, const tree::Node*, std::less<>> fresh_;
  std::vector<PendingProposal> proposals_;  // in the order in which they are decided
  std::vector<Candidate> plan_;             // of this cycle's edits, if there are to be receipts
  std::optional<PrunePolicy> policy_;
  TokenCounter* counter_ = nullptr;
  warp::ResumableRoot root_;
  std::atomic<const history::SnapshotData*> head_{nullptr};
};

}  // namespace latewood::engine
