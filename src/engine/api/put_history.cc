// Writes a history from memory or another store as a new branch of a context. The branch is created with the last
// batch. If the process dies before, an import mark (stored/import_mark.h) refers to the commits that were written, and
// the next collection removes both; running the import again writes the branch.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"
#include "engine/branch/commit_records.h"
#include "engine/branch/outgoing_records.h"
#include "engine/branch/timeline.h"
#include "engine/record/commit_extras.h"
#include "engine/record/outgoing_commit.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/catalog.h"
#include "engine/stored/checkpoint_writer.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/import_mark.h"
#include "latewood/repository.h"
#include "store/retry.h"
#include "tree/edit/refusal.h"
#include "tree/edit/system_text.h"
#include "warp/mapping/tree_change.h"

namespace latewood {
namespace {

using engine::Access;
using history::SnapshotData;
using store::ContextKey;

Error collected() {
  return broken(kSnapshotCollected, "the first commits of the history were collected", Code::NotFound);
}

engine::OutgoingCommit with_records(const SnapshotData& snapshot, const engine::OutgoingRecords::Records& records) {
  engine::OutgoingCommit record = engine::outgoing_commit(snapshot);
  engine::CommitExtras extras = engine::extras_of(snapshot);
  extras.trail = records.trail;
  record.extras = engine::encode_extras(extras);
  record.receipt = records.receipt;
  record.admission = records.admission;
  return record;
}

// E_CONFLICT unless one event log is the beginning of the other: commits refer to events by number.
Result<void> check_events(const engine::Streams& from, engine::Streams& to) {
  const auto last = from.mark();
  if (!last) return {};
  LW_TRY(to.refresh());
  const std::uint64_t shared = std::min(to.next() - 1, last->number);
  if (to.chain_at(shared) == from.chain_at(shared)) return {};
  return broken(kConflict, "the context has other events than the history", Code::Conflict);
}

// Adds the events of `from` that `to` does not have to the batch.
Result<void> add_events(const engine::Streams& from, engine::Streams to, store::WriteBatch& batch) {
  LW_TRY(check_events(from, to));
  const std::uint64_t known = to.next() - 1;
  const auto last = from.mark();
  if (!last || last->number <= known) return {};
  std::uint64_t number = 0;
  return from.visit_log([&](const std::string& logged) -> Result<void> {
    ++number;
    if (number <= known || number > last->number) return {};
    LW_TRY_ASSIGN(store::LogEntry entry, to.note_logged(logged));
    batch.logs.push_back({store::Log::Events, std::move(entry)});
    return {};
  });
}

// Writes one batch for each commit. The last batch also has the ref and the events. Before it, no ref leads to the
// commits, and a mark protects them from a collection. If the call fails, they have no ref and a collection removes
// them.
class HistoryWriter {
 public:
  HistoryWriter(std::shared_ptr<store::Store> store, ContextKey context, std::string_view branch,
                const PutOptions& options)
      : store_(std::move(store)), context_(context), branch_(branch), options_(options), mark_(*store_, context) {}

  // Writes all commits of `history`, which must have a head.
  Result<void> write(const Context& history, const Progress& progress);

  // Call after a failure. `was_made`: the context was made for this history; it is removed if no other process has
  // written to it.
  void clean_up(bool was_made);

 private:
  // The branch in use before, and the expected state with its name.
  struct InUse {
    std::string branch;
    store::StateExpectation noted;
  };

  Result<void> write_all(const Context& history, const Progress& progress);
  Result<void> check_system_text(const Context& history) const;
  Result<void> find_unborn_branch();
  void replace_branch(const InUse& in_use, store::WriteBatch& batch) const;
  Result<void> write_commit(const engine::Branch& line, const SnapshotData& snapshot);
  Result<void> write_record(const engine::OutgoingCommit& record, const engine::Branch& line,
                            const SnapshotData& snapshot);
  Result<void> drop_starts();
  Result<void> add_start(const SnapshotData& snapshot, store::WriteBatch& batch) const;
  bool may_try_again(const Error& error, const SnapshotData& snapshot, const SnapshotData& head) const;
  store::WriteBatch batch_for(const SnapshotData& snapshot, const SnapshotData& head) const;

  const std::shared_ptr<store::Store> store_;
  const ContextKey context_;
  const std::string branch_;
  const PutOptions& options_;
  engine::CheckpointWriter checkpoints_;
  engine::OutgoingRecords outgoing_;
  engine::ImportMarkWriter mark_;
  const engine::Streams* events_ = nullptr;  // the events of the history
  std::optional<InUse> in_use_;              // set if `branch_` becomes the branch in use
};

Result<void> HistoryWriter::write(const Context& history, const Progress& progress) {
  LW_TRY_ASSIGN(const auto taken, store_->find_ref(context_, branch_));
  if (taken) return broken(kConflict, "branch " + branch_ + " exists", Code::Conflict);
  LW_TRY_ASSIGN(const auto tag, store_->find_tag(context_, branch_));
  if (tag) {
    return broken(kConflict, "there is a tag '" + branch_ + "': a branch needs a name of its own", Code::Conflict);
  }
  LW_TRY(find_unborn_branch());
  // Before any other look at the store: a process that cleans up the context sees by this mark that it is in use.
  LW_TRY(mark_.begin());
  return write_all(history, progress);
}

Result<void> HistoryWriter::write_all(const Context& history, const Progress& progress) {
  LW_TRY_ASSIGN(events_, Access::impl(history).open_streams());
  engine::Streams target(store_, context_);
  LW_TRY(check_events(*events_, target));
  const engine::Branch& line = Access::branch(history);
  const SnapshotData& head = *line.head();
  LW_TRY(check_system_text(history));
  const std::uint64_t all = head.position + 1;
  for (std::uint64_t left = all; left > 0; --left) {
    LW_TRY(write_commit(line, history::ancestor(head, left - 1)));
    if (!progress) continue;
    const auto told = progress(all - left + 1, all);
    const bool is_all_there = left == 1;
    if (!is_all_there) LW_TRY(told);
  }
  return {};
}

// Whether the commit added or changed text of the system.
bool speaks_for_system(const SnapshotData& snapshot) {
  const tree::Tree& older = snapshot.older();
  const tree::Tree& newer = snapshot.tree;
  const bool has_blocks = newer.sys->entries().size() > 1 || older.sys->entries().size() > 1;
  if (older.sys != newer.sys && has_blocks) return true;
  const auto changes = warp::changed_rings(older, newer);
  return tree::holds_system_text(*newer.ah, 0) ||
         std::any_of(changes.begin(), changes.end(), [&newer](const warp::ChangedRing& change) {
           return change.newer && tree::holds_system_text(*newer.rings[*change.newer], 0);
         });
}

// In a context with branches, text of the system needs the capability (AUD-19). A new context takes the history as it
// is. Commits that the context already has are not checked.
Result<void> HistoryWriter::check_system_text(const Context& history) const {
  LW_TRY_ASSIGN(const auto refs, store_->list_refs(context_));
  if (refs.empty() || Access::permissions(history).system) return {};
  const SnapshotData& head = *Access::branch(history).head();
  for (std::uint64_t back = 0; back <= head.position; ++back) {
    const SnapshotData& snapshot = history::ancestor(head, back);
    if (snapshot.is_collected() || !speaks_for_system(snapshot)) continue;
    LW_TRY_ASSIGN(const auto known, store_->find_commit(context_, snapshot.commit_id()));
    if (!known) return tree::needs_system("a history with text of the system, in an existing context,");
  }
  return {};
}

// Sets `in_use_` if the branch in use has no commits: the new branch then replaces it. E_CONFLICT if it has edits.
Result<void> HistoryWriter::find_unborn_branch() {
  LW_TRY_ASSIGN(const auto others, store_->list_refs(context_));
  const std::string name(engine::kCurrentBranch);
  LW_TRY_ASSIGN(auto noted, store_->find_state(context_, name));
  const std::string current = noted.value_or(std::string(kFirstBranch));
  if (!others.empty() || current == branch_) return {};
  LW_TRY_ASSIGN(const auto edits, store_->list_edits(context_, current));
  if (!edits.empty()) {
    return broken(kConflict, "branch " + current + " has edits and no commit yet: commit or reset them",
                  Code::Conflict);
  }
  in_use_ = InUse{current, {name, std::move(noted)}};
  return {};
}

// Makes `branch_` the branch in use. The store refuses the batch if another process has used the old one meanwhile.
void HistoryWriter::replace_branch(const InUse& in_use, store::WriteBatch& batch) const {
  batch.refs.push_back({in_use.branch, std::nullopt, std::nullopt});
  batch.edits_taken.push_back({in_use.branch, 0});
  batch.expected_states.push_back(in_use.noted);
  batch.states.push_back({in_use.noted.name, branch_});
}

store::WriteBatch HistoryWriter::batch_for(const SnapshotData& snapshot, const SnapshotData& head) const {
  store::WriteBatch batch;
  batch.context = context_;
  if (options_.restore_purged) batch.purged = store::Purged::Restore;
  if (snapshot.position == head.position) {
    batch.refs.push_back({branch_, std::nullopt, store::Head{head.commit_id(), head.cycle()}});
    if (in_use_) replace_branch(*in_use_, batch);
    mark_.finish(batch);
  } else {
    mark_.move_to(snapshot.commit_id(), batch);
  }
  return batch;
}

Result<void> HistoryWriter::write_commit(const engine::Branch& line, const SnapshotData& snapshot) {
  if (snapshot.is_collected()) return collected();  // collected after the history was opened
  const auto changes = warp::changed_rings(snapshot.older(), snapshot.tree);
  const warp::ResumableRoot root = engine::root_at(snapshot);
  LW_TRY_ASSIGN(const engine::OutgoingRecords::Records records, outgoing_.next(line, snapshot));
  engine::OutgoingCommit record = with_records(snapshot, records);
  record.state = engine::state_after(snapshot, line.timeline(), changes, root);
  return store::retry_on_conflict([&] { return write_record(record, line, snapshot); },
                                  [&](const Error& error) { return may_try_again(error, snapshot, *line.head()); });
}

Result<void> HistoryWriter::write_record(const engine::OutgoingCommit& record, const engine::Branch& line,
                                         const SnapshotData& snapshot) {
  store::WriteBatch batch = batch_for(snapshot, *line.head());
  LW_TRY(add_start(snapshot, batch));
  LW_TRY_ASSIGN(engine::CheckpointWriter::Addition addition, checkpoints_.prepare(record, *store_));
  LW_TRY(engine::add_commit(record, *store_, batch, addition));
  const bool is_last = snapshot.position == line.head()->position;
  if (is_last) LW_TRY(add_events(*events_, engine::Streams(store_, context_), batch));
  LW_TRY(line.check_read());
  LW_TRY(store_->write(batch));
  mark_.settle(snapshot.commit_id());
  checkpoints_.note_written(std::move(addition));
  return {};
}

// Notes the commit that `snapshot`, a commit without parents, follows. Its id does not cover that, and a context can
// note only one: E_CONFLICT if it has another.
Result<void> HistoryWriter::add_start(const SnapshotData& snapshot, store::WriteBatch& batch) const {
  if (!snapshot.is_genesis()) return {};
  const CommitId id = snapshot.commit_id();
  std::optional<std::string> past;
  if (snapshot.parent != nullptr) past = snapshot.parent->commit_id().hex();
  LW_TRY_ASSIGN(const auto known, store_->find_commit(context_, id));
  LW_TRY_ASSIGN(auto noted, store_->find_state(context_, engine::start_name(id)));
  if (known && noted != past) {
    return broken(kConflict, "the context has commit " + id.hex() + " with another past", Code::Conflict);
  }
  batch.expected_states.push_back({engine::start_name(id), std::move(noted)});
  if (past) batch.states.push_back({engine::start_name(id), std::move(past)});
  return {};
}

// Whether a write may succeed when it is repeated: another process may have written the same history or its events
// meanwhile, or a collection may have removed a payload without references.
bool HistoryWriter::may_try_again(const Error& error, const SnapshotData& snapshot, const SnapshotData& head) const {
  if (error.rule == kPayloadAbsent) return true;
  const bool brings_events = snapshot.position == head.position && events_->mark();
  return error.rule == kConflict && (snapshot.is_genesis() || brings_events);
}

// Removes the notes of `add_start` from a context that has nothing else, so that it can be removed. The store refuses
// this if another process writes to the context, since it may need the notes.
Result<void> HistoryWriter::drop_starts() {
  LW_TRY_ASSIGN(const std::vector<engine::ImportMark> marks, engine::list_import_marks(*store_, context_));
  LW_TRY_ASSIGN(const std::vector<std::string> names, store_->list_states(context_));
  store::WriteBatch batch;
  batch.context = context_;
  for (const std::string& name : names) {
    if (name.starts_with(engine::kStartPrefix)) batch.states.push_back({name, std::nullopt});
  }
  const bool is_alone = mark_.is_only_mark_in(marks) && names.size() == batch.states.size() + marks.size();
  if (!is_alone || batch.states.empty()) return {};
  batch.expected_states = engine::expect_marks(marks);
  batch.expected_logs = {{store::Log::Attempts, 0, {}}, {store::Log::Events, 0, {}}};
  batch.expected_names.emplace();
  batch.edits_taken.push_back({std::string(kFirstBranch), 0});
  return store_->write(batch);
}

void HistoryWriter::clean_up(bool was_made) {
  constexpr std::string_view kWhy = "the failure before it matters more";
  if (was_made) ignore(drop_starts(), kWhy);
  ignore(mark_.give_up(), kWhy);
  if (!was_made) return;
  store::Removal removal;
  removal.contexts.push_back(context_);
  ignore(store_->remove(removal), kWhy);
}

}  // namespace

Result<void> Repository::put_history(std::string_view context, std::string_view branch, const Context& history,
                                     const PutOptions& options, const Progress& progress) {
  const SnapshotData* head = Access::branch(history).head();
  if (head != nullptr && history::has_collected(*head)) return collected();
  LW_TRY(engine::check_ref_name("branch", branch));
  if (branch == "working")
    return broken(kOptionInvalid, "branch 'working' is refused: a diff calls the working state by that name");
  LW_TRY_ASSIGN(const auto known, store_->find_context(context));
  LW_TRY_ASSIGN(const ContextKey key, engine::context_of(*store_, context, true));
  if (head == nullptr) return {};
  HistoryWriter writer(store_, key, branch, options);
  auto written = writer.write(history, progress);
  if (!written) writer.clean_up(!known);
  return written;
}

}  // namespace latewood
