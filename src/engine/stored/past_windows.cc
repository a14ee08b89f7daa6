#include "engine/stored/past_windows.h"

#include <algorithm>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/restore.h"
#include "engine/branch/timeline_start.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/checkpoint.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/line.h"
#include "engine/stored/load_history.h"
#include "engine/stored/page_cache.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {

using history::SnapshotData;

PastWindows::PastWindows(std::shared_ptr<PageCache> cache, store::ContextKey context, std::shared_ptr<Clock> clock,
                         Shortened shortened)
    : cache_(std::move(cache)), context_(context), setup_{std::move(clock)}, has_looked_(shortened == Shortened::No) {}

PastWindows::~PastWindows() = default;

Result<void> PastWindows::status() const { return cache_->status(); }

Result<std::unique_ptr<Branch>> PastWindows::open(const BranchSetup& setup, const Checkpoint& checkpoint,
                                                  const store::CommitRecords& commit,
                                                  std::shared_ptr<history::Past> past) {
  const RootPage& root = checkpoint.root;
  const auto header = warp::decode_commit_header(commit.commit.header);
  if (!header) return corrupt("the header of commit " + commit.commit.id.hex() + ": " + header.error().message);
  const auto resumed = warp::ResumableRoot::decoded(warp::root_key(root.tree), root.root);
  if (!resumed) return corrupt("page " + checkpoint.ref.page.hex() + " has no valid hasher state");
  warp::ResumableRoot check = *resumed;
  const bool is_right = warp::advance_root(check, root.tree, {}) == header->state_root;
  LW_TRY(status());
  if (!is_right) return corrupt("page " + checkpoint.ref.page.hex() + " does not match the state root of its commit");

  TimelineStart start{{}, *resumed, nullptr, nullptr, std::move(past)};
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
  return std::make_unique<Branch>(setup, std::move(start));
}

// ---- windows ----

Result<std::optional<RootLinks>> PastWindows::find_links(const CheckpointRef& ref) const {
  const auto load = [&]() -> Result<RootLinks> {
    LW_TRY(load_commit(cache_->store(), context_, ref.commit));
    LW_TRY_ASSIGN(const std::string bytes, cache_->load_bytes(ref.page));
    return decode_links(bytes);
  };
  auto links = load();
  if (links) return std::optional(*std::move(links));
  if (links.error().code == Code::Unavailable) return std::move(links).error();
  return std::optional<RootLinks>();
}

// Finds the window that contains a certain commit. `is_inside(ref)` returns true if it is the commit of the checkpoint
// `ref` or an earlier one. The search goes from the newest checkpoint to older ones. If it meets an unusable
// checkpoint, all commits before the last usable one are one window.
template <class IsInside>
Result<PastWindows::Window> PastWindows::find_window(IsInside is_inside) {
  CheckpointRef at = newest_;
  LW_TRY_ASSIGN(const std::string bytes, cache_->load_bytes(at.page));
  LW_TRY_ASSIGN(RootLinks links, decode_links(bytes));
  while (links.previous && is_inside(*links.previous)) {
    std::optional<CheckpointRef> next = links.jump && is_inside(*links.jump) ? links.jump : links.previous;
    LW_TRY_ASSIGN(std::optional<RootLinks> found, find_links(*next));
    if (!found && next != links.previous) {
      next = links.previous;
      LW_TRY_ASSIGN(found, find_links(*next));
    }
    if (!found) return Window{at, std::nullopt};
    if (next->number >= at.number) return corrupt("page " + at.page.hex() + " names a later checkpoint");
    at = *next;
    links = *std::move(found);
  }
  return Window{at, links.previous};
}

Result<std::unique_ptr<Branch>> PastWindows::replay(const Window& window) {
  store::Store& store = cache_->store();
  LW_TRY_ASSIGN(const std::vector<store::CommitRecords> commits,
                load_commits_between(store, context_, window.before->commit, window.last.commit));
  LW_TRY_ASSIGN(const Checkpoint checkpoint, load_checkpoint(*cache_, *window.before));
  LW_TRY_ASSIGN(const store::CommitRecords commit, load_commit(store, context_, window.before->commit));
  LW_TRY_ASSIGN(std::unique_ptr<Branch> branch, open(setup_, checkpoint, commit, nullptr));
  Restorer restorer(std::move(branch), contents_of(store));
  for (const store::CommitRecords& each : commits) LW_TRY(restore_commit(each.commit, *each.patch, restorer));
  return restorer.take();
}

PastWindows::LoadedWindow PastWindows::make_loaded(const Window& window, std::unique_ptr<Branch> branch) {
  auto owner = std::make_unique<history::LineOwner>(history::LineOwner{*branch});
  return {window, std::move(branch), std::move(owner)};
}

// If the checkpoint before the window is unusable, replays the commits from the first one.
Result<PastWindows::LoadedWindow> PastWindows::load(Window window) {
  if (window.before) {
    auto branch = replay(window);
    if (branch) return make_loaded(window, *std::move(branch));
    if (branch.error().code == Code::Unavailable) return std::move(branch).error();
    window.before.reset();
  }
  const store::Head head{window.last.commit, window.last.cycle};
  LW_TRY_ASSIGN(std::unique_ptr<Branch> branch, load_history(cache_->shared_store(), context_, head, setup_));
  return make_loaded(window, std::move(branch));
}

// Callers must hold the lock.
template <class IsInside>
const Branch* PastWindows::find_loaded(IsInside is_inside) const {
  auto at = std::partition_point(windows_.begin(), windows_.end(),
                                 [&](const auto& each) { return !is_inside(each.second.window.last); });
  for (; at != windows_.end(); ++at) {
    const auto& before = at->second.window.before;
    if (!before || !is_inside(*before)) return at->second.branch.get();
  }
  return nullptr;
}

// Callers must hold the lock. A window without a checkpoint before it shows whether commits before it were collected,
// also if another process collected them after the branch was opened.
const Branch* PastWindows::add_window(LoadedWindow loaded) {
  const SnapshotData* found = loaded.window.before ? nullptr : history::find_collected(*loaded.branch->head());
  const bool is_newer = found != nullptr && (collected_ == nullptr || found->position > collected_->position);
  if (is_newer) collected_ = found;
  return windows_.emplace(loaded.window.last.position, std::move(loaded))->second.branch.get();
}

template <class IsInside>
const Branch* PastWindows::load_window(IsInside is_inside) {
  const auto find = [&]() -> Result<const Branch*> {
    const std::lock_guard lock(mutex_);
    if (const Branch* loaded = find_loaded(is_inside)) return loaded;
    LW_TRY_ASSIGN(const Window window, find_window(is_inside));
    LW_TRY_ASSIGN(LoadedWindow loaded, load(window));
    return add_window(std::move(loaded));
  };
  auto window = find();
  if (window) return *window;
  cache_->fail(std::move(window).error());
  return nullptr;
}

const SnapshotData* PastWindows::load_position(std::uint64_t position) {
  const Branch* window = load_window([position](const CheckpointRef& ref) { return ref.position >= position; });
  if (window == nullptr) return nullptr;
  return &history::ancestor(*window->head(), window->head()->position - position);
}

const SnapshotData* PastWindows::load_cycle(std::uint64_t cycle) {
  const Branch* window = load_window([cycle](const CheckpointRef& ref) { return ref.cycle >= cycle; });
  if (window == nullptr) return nullptr;
  return &history::oldest_since(*window->head(), cycle);
}

// Loads the window of the first readable commit, which shows the collected ones. Callers must hold the lock. The links
// of checkpoints do not show where the readable part begins: another branch may keep older checkpoints, beyond a gap.
Result<void> PastWindows::find_collected_snapshot() {
  const store::Head newest{newest_.commit, newest_.cycle};
  LW_TRY_ASSIGN(const auto start, find_start_position(cache_->store(), context_, newest));
  if (start) {
    LW_TRY_ASSIGN(Window window, find_window([&](const CheckpointRef& ref) { return ref.position >= *start; }));
    window.before.reset();
    LW_TRY_ASSIGN(LoadedWindow loaded, load(window));
    add_window(std::move(loaded));
  }
  has_looked_ = true;
  return {};
}

const SnapshotData* PastWindows::load_collected() {
  const std::lock_guard lock(mutex_);
  if (!has_looked_) {
    if (auto looked = find_collected_snapshot(); !looked) {
      cache_->fail(std::move(looked).error());
      return nullptr;
    }
  }
  return collected_;
}

const history::LineOwner* PastWindows::owner_of(const SnapshotData& snapshot) const {
  const std::lock_guard lock(mutex_);
  for (auto at = windows_.lower_bound(snapshot.position); at != windows_.end(); ++at) {
    const auto& [window, branch, owner] = at->second;
    if (window.before && window.before->position >= snapshot.position) continue;
    const SnapshotData& found = history::ancestor(*branch->head(), branch->head()->position - snapshot.position);
    if (&found == &snapshot) return owner.get();
  }
  return nullptr;
}

}  // namespace latewood::engine
