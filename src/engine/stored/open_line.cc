#include "engine/stored/open_line.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/restore.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/checkpoint.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/line.h"
#include "engine/stored/load_history.h"
#include "engine/stored/page_cache.h"
#include "engine/stored/past_windows.h"
#include "engine/stored/retention.h"

namespace latewood::engine {
namespace {

// The commits from the newest usable checkpoint to the head, oldest first.
struct CheckpointedCommits {
  std::vector<store::CommitRecords> commits;
  Blake3Digest page;  // root page of the first commit's checkpoint
};

// nullopt if none of the last commits has a checkpoint. Ignores a checkpoint of the head itself: a branch that is
// opened at a commit cannot return the snapshot before it.
Result<std::optional<CheckpointedCommits>> find_checkpointed(store::Store& store, store::ContextKey context,
                                                             const store::Head& head) {
  CheckpointedCommits tail;
  std::optional<CommitId> wanted = head.id;
  while (wanted && tail.commits.size() <= kCheckpointEvery) {
    LW_TRY_ASSIGN(store::CommitRecords commit, load_commit(store, context, *wanted));
    LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(commit.patch->bytes));
    LW_TRY_ASSIGN(wanted, parent_of(commit.commit));
    const auto checkpoint = both.checkpoint;
    tail.commits.push_back(std::move(commit));
    if (!checkpoint || tail.commits.size() == 1) continue;
    tail.page = *checkpoint;
    std::reverse(tail.commits.begin(), tail.commits.end());
    return std::optional(std::move(tail));
  }
  return std::optional<CheckpointedCommits>();
}

// Lists the names of the context's state pages. A state page exists only if commits before it were collected.
Result<std::vector<std::string>> list_state_names(store::Store& store, store::ContextKey context) {
  LW_TRY_ASSIGN(std::vector<std::string> names, store.list_states(context));
  std::erase_if(names, [](const std::string& name) { return !name.starts_with(kStatePrefix); });
  return names;
}

// Returns a test whether a collection has changed the line since now: a collection that shortens a line writes a new
// state page; one that removes the whole line removes its patches before its pages.
PageCache::WasCollected make_collection_test(const std::shared_ptr<store::Store>& store,
                                             const store::StoredCommit& commit, std::vector<std::string> whole) {
  return [store, commit, whole = std::move(whole)] {
    const auto now = list_state_names(*store, commit.context);
    const auto patch = store->find_patch(commit);
    return (now && *now != whole) || (patch && !*patch);
  };
}

Result<OpenedBranch> open_at(const CheckpointedCommits& tail, const std::shared_ptr<store::Store>& store,
                             store::ContextKey context, const BranchSetup& setup) {
  const store::CommitRecords& first = tail.commits.front();
  LW_TRY_ASSIGN(std::vector<std::string> whole, list_state_names(*store, context));
  const Shortened shortened = whole.empty() ? Shortened::No : Shortened::Maybe;
  auto cache = std::make_shared<PageCache>(store, make_collection_test(store, first.commit, std::move(whole)));
  const auto past = std::make_shared<PastWindows>(std::move(cache), context, setup.clock, shortened);
  CheckpointRef ref{tail.page, first.commit.id, first.commit.cycle, 0, 0};
  LW_TRY_ASSIGN(Checkpoint checkpoint, load_checkpoint(past->cache(), ref));
  checkpoint.ref.position = checkpoint.root.position;
  checkpoint.ref.number = checkpoint.root.number;
  past->set_newest(checkpoint.ref);
  LW_TRY_ASSIGN(std::unique_ptr<Branch> branch, past->open(setup, checkpoint, first, past));
  OpenedBranch line{nullptr, CheckpointWriter(checkpoint)};
  Restorer restorer(std::move(branch), contents_of(*store));
  for (std::size_t i = 1; i < tail.commits.size(); ++i) {
    const store::CommitRecords& next = tail.commits[i];
    LW_TRY_ASSIGN(const history::SnapshotData* added, restore_commit(next.commit, *next.patch, restorer));
    line.writer.note_replayed(*added);
  }
  LW_TRY(past->status());
  line.branch = restorer.take();
  return line;
}

// nullopt if there is no checkpoint to start at.
Result<std::optional<OpenedBranch>> open_from_checkpoint(const std::shared_ptr<store::Store>& store,
                                                         store::ContextKey context, const store::Head& head,
                                                         const BranchSetup& setup) {
  std::optional<OpenedBranch> line;
  LW_TRY_ASSIGN(const std::optional<CheckpointedCommits> tail, find_checkpointed(*store, context, head));
  if (!tail) return line;
  LW_TRY_ASSIGN(line, open_at(*tail, store, context, setup));
  return line;
}

}  // namespace

Error explain_lost_head(store::Store& store, store::ContextKey context, const CommitId& commit, Error error) {
  if (error.rule != kSnapshotCollected || error.code != Code::NotFound) return error;
  const auto names = read_kept_names(store, context);
  if (!names || !named_commits(*names).contains(commit)) return error;
  return {Code::Corruption, error.message + ", and the snapshot stored in its place is missing", {}, {}};
}

Result<OpenedBranch> open_line(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                               const std::optional<store::Head>& head, const BranchSetup& setup, Reading reading) {
  OpenedBranch line;
  if (head && setup.counter == nullptr && reading == Reading::FromCheckpoint) {
    auto late = open_from_checkpoint(store, context, *head, setup);
    if (!late && late.error().code == Code::Unavailable) return std::move(late).error();
    if (late && *late) return **std::move(late);
    // The checkpoint is unusable. The commits do not need it.
    if (!late && late.error().code == Code::Corruption) line.damage = late.error().message;
  }
  LW_TRY_ASSIGN(line.branch, load_history(store, context, head, setup));
  return line;
}

}  // namespace latewood::engine
