// The history before a checkpoint, in windows from one checkpoint to the next: each is replayed
// when somebody asks for a moment in it, and then stays.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/branch/branch.h"
#include "engine/branch/line_base.h"
#include "engine/stored/checkpoint.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

class Restorer;

// A commit with the bytes to replay it.
struct CommitToReplay {
  store::StoredCommit commit;
  std::string record;  // its patch and extras (commit_batch.h)
};

// The commits after `after` up to `last`, oldest first; from the first commit on if there is no
// `after`. Corruption if a link is missing.
Result<std::vector<CommitToReplay>> commits_between(store::Store& store, store::ContextKey context,
                                                    const std::optional<CommitId>& after, const CommitId& last);

Result<CommitToReplay> load_commit(store::Store& store, store::ContextKey context, const CommitId& id);
// The snapshot it makes. An error says which commit it was.
Result<const history::SnapshotData*> replay_commit(const CommitToReplay& commit, Restorer& restorer);

// Whether snapshots of a context were collected, as far as the store tells without a search.
enum class Shortened { No, Maybe };

class PastWindows : public StoredPast {
 public:
  PastWindows(std::shared_ptr<PageCache> cache, store::ContextKey context, std::shared_ptr<Clock> clock,
              Shortened shortened)
      : cache_(std::move(cache)),
        context_(context),
        clock_(std::move(clock)),
        has_looked_(shortened == Shortened::No) {}

  // A branch that stands at a checkpoint, checked against the root in the header of its commit.
  // `past` is what the branch keeps alive, or null.
  Result<std::unique_ptr<Branch>> open(const Checkpoint& checkpoint, const CommitToReplay& commit,
                                       std::shared_ptr<StoredPast> past);
  // What comes before this one is loaded from now on.
  void set_newest(const CheckpointRef& newest) { newest_ = newest; }

  const history::SnapshotData* load_position(std::uint64_t position) override;
  const history::SnapshotData* load_cycle(std::uint64_t cycle) override;
  const history::SnapshotData* load_collected() override;
  Result<void> status() const override { return cache_->status(); }
  const Branch* owner_of(const history::SnapshotData& snapshot) const override;

  PageCache& cache() { return *cache_; }

 private:
  // Up to and with the commit of `last`, from the commit of `before` on, or from the first that is
  // there.
  struct Window {
    CheckpointRef last;
    std::optional<CheckpointRef> before;
  };
  struct Loaded {
    Window window;
    std::unique_ptr<Branch> branch;
  };
  // The links of a checkpoint; nothing if it cannot be used: its commit was collected, or its page is
  // damaged. Unavailable if the store cannot be reached.
  Result<std::optional<RootLinks>> find_links(const CheckpointRef& ref) const;
  template <class IsInside>
  Result<Window> find_window(IsInside is_inside);
  template <class IsInside>
  const Branch* load_window(IsInside is_inside);
  template <class IsInside>
  const Branch* find_loaded(IsInside is_inside) const;
  Result<std::unique_ptr<Branch>> replay(const Window& window);
  Result<Loaded> load(Window window);
  const Branch* keep(Loaded loaded);
  Result<void> look_for_collected();

  std::shared_ptr<PageCache> cache_;
  store::ContextKey context_;
  std::shared_ptr<Clock> clock_;
  CheckpointRef newest_;
  mutable std::mutex mutex_;
  // By the position of the last commit. Two have the same one if a checkpoint was collected after the first was loaded.
  std::multimap<std::uint64_t, Loaded> windows_;
  bool has_looked_;                                   // for snapshots that were collected before the line was opened
  const history::SnapshotData* collected_ = nullptr;  // the newest in any window that stands for such
};

}  // namespace latewood::engine
