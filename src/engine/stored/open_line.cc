#include "engine/stored/open_line.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "engine/branch/restore.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/line.h"
#include "engine/stored/load_history.h"
#include "engine/stored/past_windows.h"
#include "engine/stored/retention.h"

namespace latewood::engine {
namespace {

// The commits up to the head, oldest first, from one with a checkpoint on.
struct Tail {
  std::vector<CommitToReplay> commits;
  Blake3Digest page;  // of the checkpoint of the first
};

// Nothing if there is no checkpoint where one should be. The head's own does not count: there is
// no way back from the commit at which a branch is opened.
Result<std::optional<Tail>> find_tail(store::Store& store, store::ContextKey context, const store::Head& head) {
  Tail tail;
  std::optional<CommitId> wanted = head.id;
  while (wanted && tail.commits.size() <= kCheckpointEvery) {
    LW_TRY_ASSIGN(CommitToReplay commit, load_commit(store, context, *wanted));
    LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(commit.record));
    LW_TRY_ASSIGN(wanted, parent_of(commit.commit));
    const auto checkpoint = both.checkpoint;
    tail.commits.push_back(std::move(commit));
    if (!checkpoint || tail.commits.size() == 1) continue;
    tail.page = *checkpoint;
    std::reverse(tail.commits.begin(), tail.commits.end());
    return std::optional(std::move(tail));
  }
  return std::optional<Tail>();
}

// Names of snapshots that were kept whole, which tell of others that were collected.
Result<std::vector<std::string>> list_whole(store::Store& store, store::ContextKey context) {
  LW_TRY_ASSIGN(std::vector<std::string> names, store.list_states(context));
  std::erase_if(names, [](const std::string& name) { return !name.starts_with(kStatePrefix); });
  return names;
}

// Whoever shortens a history keeps another snapshot whole, and whoever collects a line that no branch leads to any more
// takes its patches first.
PageCache::WasCollected since(const std::shared_ptr<store::Store>& store, const store::StoredCommit& commit,
                              std::vector<std::string> whole) {
  return [store, commit, whole = std::move(whole)] {
    const auto now = list_whole(*store, commit.context);
    const auto patch = store->find_patch(commit);
    return (now && *now != whole) || (patch && !*patch);
  };
}

Result<OpenedLine> open_at(const Tail& tail, const std::shared_ptr<store::Store>& store, store::ContextKey context,
                           const std::shared_ptr<Clock>& clock) {
  const CommitToReplay& first = tail.commits.front();
  LW_TRY_ASSIGN(std::vector<std::string> whole, list_whole(*store, context));
  const Shortened shortened = whole.empty() ? Shortened::No : Shortened::Maybe;
  auto cache = std::make_shared<PageCache>(store, since(store, first.commit, std::move(whole)));
  const auto past = std::make_shared<PastWindows>(std::move(cache), context, clock, shortened);
  CheckpointRef ref{tail.page, first.commit.id, first.commit.cycle, 0, 0};
  LW_TRY_ASSIGN(Checkpoint checkpoint, load_checkpoint(past->cache(), ref));
  checkpoint.ref.position = checkpoint.root.position;
  checkpoint.ref.number = checkpoint.root.number;
  past->set_newest(checkpoint.ref);
  LW_TRY_ASSIGN(std::unique_ptr<Branch> branch, past->open(checkpoint, first, past));
  OpenedLine line{nullptr, CheckpointWriter(checkpoint)};
  Restorer restorer(std::move(branch), contents_of(*store));
  for (std::size_t i = 1; i < tail.commits.size(); ++i) {
    LW_TRY_ASSIGN(const history::SnapshotData* added, replay_commit(tail.commits[i], restorer));
    line.writer.note(*added);
  }
  LW_TRY(past->status());
  line.branch = restorer.take();
  return line;
}

// Nothing if there is no checkpoint to begin at.
Result<std::optional<OpenedLine>> open_late(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                                            const store::Head& head, const std::shared_ptr<Clock>& clock) {
  std::optional<OpenedLine> line;
  LW_TRY_ASSIGN(const std::optional<Tail> tail, find_tail(*store, context, head));
  if (!tail) return line;
  LW_TRY_ASSIGN(line, open_at(*tail, store, context, clock));
  return line;
}

}  // namespace

Error as_lost(store::Store& store, store::ContextKey context, const CommitId& commit, Error error) {
  if (error.rule != kSnapshotCollected || error.code != Code::NotFound) return error;
  const auto names = read_kept_names(store, context);
  if (!names || !named_commits(*names).contains(commit)) return error;
  return {Code::Corruption, error.message + ", and the state that was kept instead is missing", {}, {}};
}

Result<OpenedLine> open_line(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                             const std::optional<store::Head>& head, const std::shared_ptr<Clock>& clock,
                             TokenCounter* counter, Reading reading) {
  if (head && counter == nullptr && reading == Reading::Late) {
    auto late = open_late(store, context, *head, clock);
    if (!late && late.error().code == Code::Unavailable) return std::move(late).error();
    if (late && *late) return **std::move(late);
  }
  OpenedLine line;
  LW_TRY_ASSIGN(line.branch, load_history(store, context, head, clock, counter));
  return line;
}

}  // namespace latewood::engine
