// The snapshots before the checkpoint that a branch was opened at. They are loaded in windows: the commits from one
// checkpoint to the next are replayed at the first request for one of them, and stay in memory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/branch/branch_setup.h"
#include "engine/branch/line_owner.h"
#include "engine/stored/checkpoint_format.h"
#include "history/past.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

class Branch;
class PageCache;
struct Checkpoint;

// The possible collection of commits of the context. `No`: nothing was collected, which saves a search.
enum class Shortened { No, Maybe };

class PastWindows final : public history::Past {
 public:
  PastWindows(std::shared_ptr<PageCache> cache, store::ContextKey context, std::shared_ptr<Clock> clock,
              Shortened shortened);
  ~PastWindows() override;

  // Builds a branch whose head is the commit of the checkpoint. Corruption if the checkpoint's state root differs from
  // the one in the commit's header. The branch shares ownership of `past`, which may be null.
  Result<std::unique_ptr<Branch>> open(const BranchSetup& setup, const Checkpoint& checkpoint,
                                       const store::CommitRecords& commit, std::shared_ptr<history::Past> past);
  // Sets the checkpoint before which snapshots are loaded. Call it before any `load_` function.
  void set_newest(const CheckpointRef& newest) { newest_ = newest; }

  const history::SnapshotData* load_position(std::uint64_t position) override;
  const history::SnapshotData* load_cycle(std::uint64_t cycle) override;
  const history::SnapshotData* load_collected() override;
  Result<void> status() const override;
  const history::LineOwner* owner_of(const history::SnapshotData& snapshot) const override;

  PageCache& cache() { return *cache_; }

 private:
  // The commits after the commit of `before`, up to and including the commit of `last`. Without `before`: from the
  // first commit that was not collected.
  struct Window {
    CheckpointRef last;
    std::optional<CheckpointRef> before;
  };
  struct LoadedWindow {
    Window window;
    std::unique_ptr<Branch> branch;
    std::unique_ptr<history::LineOwner> owner;  // refers to the branch
  };
  // The links of a checkpoint; nullopt if the checkpoint is unusable because its commit was collected or its page is
  // damaged. Unavailable if the store cannot be reached.
  Result<std::optional<RootLinks>> find_links(const CheckpointRef& ref) const;
  template <class IsInside>
  Result<Window> find_window(IsInside is_inside);
  template <class IsInside>
  const Branch* load_window(IsInside is_inside);
  template <class IsInside>
  const Branch* find_loaded(IsInside is_inside) const;
  Result<std::unique_ptr<Branch>> replay(const Window& window);
  static LoadedWindow make_loaded(const Window& window, std::unique_ptr<Branch> branch);
  Result<LoadedWindow> load(Window window);
  const Branch* add_window(LoadedWindow loaded);
  Result<void> find_collected_snapshot();

  std::shared_ptr<PageCache> cache_;
  store::ContextKey context_;
  BranchSetup setup_;  // for the branches of the windows
  CheckpointRef newest_;
  mutable std::mutex mutex_;
  // Keyed by the position of the window's last commit. Two windows have the same key if a checkpoint was collected
  // after the first of them was loaded.
  std::multimap<std::uint64_t, LoadedWindow> windows_;
  bool has_looked_;  // whether `find_collected_snapshot` has run
  const history::SnapshotData* collected_ =
      nullptr;  // the newest snapshot in any window that stands for collected ones
};

}  // namespace latewood::engine
