#include "engine/durable/past_windows.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/durable/ancestry.h"
#include "engine/durable/commit_batch.h"
#include "engine/restore.h"
#include "warp/commit_header.h"
#include "warp/tree_replay.h"
#include "warp/tree_root.h"
#include "warp/tree_state.h"

namespace latewood::engine {

using history::SnapshotData;
using warp::corrupt;

Result<CommitToReplay> load_commit(store::Store& store, store::ContextKey context, const CommitId& id) {
  LW_TRY_ASSIGN(auto commit, store.find_commit(context, id));
  if (!commit) return corrupt("commit " + id.hex() + " is missing");
  LW_TRY_ASSIGN(auto patch, store.find_patch(*commit));
  if (!patch) return broken(kSnapshotCollected, "the patch of commit " + id.hex() + " was collected", Code::NotFound);
  return CommitToReplay{*std::move(commit), std::move(patch->bytes)};
}

Result<const SnapshotData*> replay_commit(const CommitToReplay& commit, Restorer& restorer) {
  LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(commit.record));
  auto added = restorer.add({commit.commit.header, both.patch, both.extras, commit.commit.note});
  if (added) return added;
  Error error = std::move(added).error();
  error.message = "commit " + commit.commit.id.hex() + ": " + error.message;
  return error;
}

Result<std::vector<CommitToReplay>> commits_between(store::Store& store, store::ContextKey context,
                                                    const std::optional<CommitId>& after, const CommitId& last) {
  std::vector<CommitToReplay> commits;
  std::optional<CommitId> wanted = last;
  while (wanted && wanted != after) {
    LW_TRY_ASSIGN(CommitToReplay commit, load_commit(store, context, *wanted));
    LW_TRY_ASSIGN(wanted, before(store, commit.commit));
    commits.push_back(std::move(commit));
  }
  if (after && !wanted) return corrupt("commit " + after->hex() + " does not lead to " + last.hex());
  std::reverse(commits.begin(), commits.end());
  return commits;
}

Result<std::unique_ptr<Branch>> PastWindows::open(const Checkpoint& checkpoint, const CommitToReplay& commit,
                                                  std::shared_ptr<StoredPast> past) {
  const RootPage& root = checkpoint.root;
  const auto header = warp::decode_commit_header(commit.commit.header);
  if (!header) return corrupt("the header of commit " + commit.commit.id.hex() + ": " + header.error().message);
  const auto resumed = warp::ResumableRoot::decoded(warp::root_key(root.tree), root.root);
  if (!resumed) return corrupt("page " + checkpoint.ref.page.hex() + " has no state of a hash");
  warp::ResumableRoot check = *resumed;
  const bool is_right = warp::advance_root(check, root.tree, {}) == header->state_root;
  LW_TRY(status());
  if (!is_right) return corrupt("page " + checkpoint.ref.page.hex() + " does not have the root of its commit");

  BranchStart start{{}, *resumed, nullptr, nullptr, std::move(past)};
  LW_TRY_ASSIGN(start.genesis, cache_->frame(root.genesis));
  start.base = std::make_shared<CheckpointBase>(cache_, checkpoint);
  SnapshotData& snapshot = start.snapshot;
  snapshot.tree = root.tree;
  snapshot.known_identity = {commit.commit.id, header->state_root, header->patch_digest};
  snapshot.policy_id = header->policy_id;
  snapshot.nodes = root.nodes;
  snapshot.bytes = root.bytes;
  snapshot.last_stamp = root.last_stamp;
  snapshot.position = static_cast<std::uint32_t>(root.position);
  auto details = std::make_unique<history::CommitDetails>();
  details->past = this;
  snapshot.details = std::move(details);
  return std::make_unique<Branch>(clock_, std::move(start));
}

// ---- windows ----

// `is_inside(ref)` tells whether what is wanted is at the commit of a checkpoint or before it.
template <class IsInside>
Result<PastWindows::Window> PastWindows::find_window(IsInside is_inside) {
  CheckpointRef at = newest_;
  for (;;) {
    LW_TRY_ASSIGN(const std::string bytes, cache_->load_bytes(at.page));
    LW_TRY_ASSIGN(const RootLinks links, decode_links(bytes));
    if (!links.previous || !is_inside(*links.previous)) return Window{at, links.previous};
    const CheckpointRef& next = links.jump && is_inside(*links.jump) ? *links.jump : *links.previous;
    if (next.number >= at.number) return corrupt("page " + at.page.hex() + " names a later checkpoint");
    at = next;
  }
}

Result<std::unique_ptr<Branch>> PastWindows::replay(const Window& window) {
  store::Store& store = cache_->store();
  const std::optional<CommitId> after = window.before ? std::optional(window.before->commit) : std::nullopt;
  LW_TRY_ASSIGN(const std::vector<CommitToReplay> commits, commits_between(store, context_, after, window.last.commit));
  const auto contents = [&store](const tree::PayloadDigest& digest) { return load_content(store, digest); };
  std::optional<Restorer> restorer;
  if (window.before) {
    LW_TRY_ASSIGN(const Checkpoint checkpoint, load_checkpoint(*cache_, *window.before));
    LW_TRY_ASSIGN(const CommitToReplay commit, load_commit(store, context_, window.before->commit));
    LW_TRY_ASSIGN(std::unique_ptr<Branch> branch, open(checkpoint, commit, nullptr));
    restorer.emplace(std::move(branch), contents);
  } else {
    restorer.emplace(clock_, nullptr, contents);
  }
  for (const CommitToReplay& commit : commits) LW_TRY(replay_commit(commit, *restorer));
  return restorer->take();
}

// Call with the lock.
template <class IsInside>
const Branch* PastWindows::find_loaded(IsInside is_inside) const {
  const auto at = std::partition_point(windows_.begin(), windows_.end(),
                                       [&](const auto& each) { return !is_inside(each.second.window.last); });
  if (at == windows_.end()) return nullptr;
  const auto& before = at->second.window.before;
  return before && is_inside(*before) ? nullptr : at->second.branch.get();
}

template <class IsInside>
const Branch* PastWindows::load_window(IsInside is_inside) {
  const auto load = [&]() -> Result<const Branch*> {
    const std::lock_guard lock(mutex_);
    if (const Branch* loaded = find_loaded(is_inside)) return loaded;
    LW_TRY_ASSIGN(const Window window, find_window(is_inside));
    LW_TRY_ASSIGN(std::unique_ptr<Branch> branch, replay(window));
    return windows_.emplace(window.last.position, Loaded{window, std::move(branch)}).first->second.branch.get();
  };
  auto window = load();
  if (window) return *window;
  cache_->fail(std::move(window).error());
  return nullptr;
}

const SnapshotData* PastWindows::load_position(std::uint64_t position) {
  const Branch* window = load_window([position](const CheckpointRef& ref) { return ref.position >= position; });
  if (window == nullptr) return nullptr;
  const SnapshotData* at = window->head();
  while (at != nullptr && at->position > position) at = at->parent.near();
  return at;
}

const SnapshotData* PastWindows::load_cycle(std::uint64_t cycle) {
  const Branch* window = load_window([cycle](const CheckpointRef& ref) { return ref.cycle >= cycle; });
  if (window == nullptr) return nullptr;
  const SnapshotData* at = window->head();
  for (const SnapshotData* older = at->parent.near(); older != nullptr && older->cycle() >= cycle;) {
    at = older;
    older = at->parent.near();
  }
  return at;
}

const Branch* PastWindows::owner_of(const SnapshotData& snapshot) const {
  const std::lock_guard lock(mutex_);
  const auto window = windows_.lower_bound(snapshot.position);
  if (window == windows_.end()) return nullptr;
  const SnapshotData* at = window->second.branch->head();
  while (at != nullptr && at->position > snapshot.position) at = at->parent.near();
  return at == &snapshot ? window->second.branch.get() : nullptr;
}

}  // namespace latewood::engine
