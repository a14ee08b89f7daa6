#include "engine/stored/kept_line.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/line_owner.h"
#include "engine/branch/restore.h"
#include "engine/stored/line.h"
#include "engine/stored/load_history.h"
#include "engine/stored/retention.h"
#include "history/timeline.h"
#include "latewood/clock.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using store::Store;
using store::StoredCommit;

// Consecutive kept snapshots. All of them are loaded at the first request for one of them.
struct KeptRange {
  std::uint64_t position = 0;                      // position of the first snapshot
  Line line = {};                                  // the commits of the range
  std::unique_ptr<Branch> branch = {};             // null until the range is loaded
  std::unique_ptr<history::LineOwner> owner = {};  // refers to the branch
  bool is_lost = false;                            // the only commit is a head or tag whose snapshot is missing

  std::uint64_t last() const { return position + line.size() - 1; }
};

class KeptLine final : public history::KeptPast {
 public:
  // `ranges` ascend by position.
  KeptLine(std::shared_ptr<Store> store, std::vector<KeptRange> ranges)
      : store_(std::move(store)), ranges_(std::move(ranges)) {
    for (auto range = ranges_.rbegin(); range != ranges_.rend(); ++range) {
      std::uint64_t position = range->last();
      for (auto commit = range->line.commits.rbegin(); commit != range->line.commits.rend(); ++commit) {
        marks_.push_back({position--, commit->cycle});
      }
      if (range->line.start) marks_.push_back({position, range->line.start->commit.cycle});
    }
  }

  const std::vector<Mark>& marks() const override { return marks_; }

  Result<const SnapshotData*> load(const Mark& mark) override {
    const std::lock_guard lock(mutex_);
    const auto range = std::find_if(ranges_.begin(), ranges_.end(),
                                    [&mark](const KeptRange& each) { return each.last() >= mark.position; });
    if (range == ranges_.end()) return history::not_kept();
    if (!range->branch) {
      LW_TRY_ASSIGN(range->branch, read(*range));
      range->owner = std::make_unique<history::LineOwner>(history::LineOwner{*range->branch});
    }
    const SnapshotData& head = *range->branch->head();
    return &history::ancestor(head, range->last() - mark.position);
  }

  const history::LineOwner* owner_of(const SnapshotData& snapshot) const override {
    const std::lock_guard lock(mutex_);
    for (const KeptRange& range : ranges_) {
      const bool has_position =
          range.branch && range.position <= snapshot.position && snapshot.position <= range.last();
      if (!has_position) continue;
      const SnapshotData& head = *range.branch->head();
      if (&history::ancestor(head, range.last() - snapshot.position) == &snapshot) return range.owner.get();
    }
    return nullptr;
  }

 private:
  Result<std::unique_ptr<Branch>> read(const KeptRange& range) const {
    if (range.is_lost) return in_commit(range.line.commits.front(), corrupt("its stored snapshot is missing"));
    // No edits are made on this branch, and forks of it get their own clock.
    Restorer restorer({make_logical_clock()}, contents_of(*store_));
    LW_TRY(restore_line(range.line, *store_, restorer));
    return restorer.take();
  }

  const std::shared_ptr<Store> store_;
  mutable std::mutex mutex_;
  std::vector<KeptRange> ranges_;
  std::vector<Mark> marks_;
};

// Finds the range that begins at `at`. It is empty if the snapshot there was collected.
Result<KeptRange> find_range(Store& store, const std::vector<StoredCommit>& commits, std::size_t at,
                             const std::vector<std::string>& states) {
  KeptRange range{at};
  LW_TRY_ASSIGN(const auto page, find_start(store, commits[at], states));
  if (page) {
    range.line.start = LineStart{commits[at], {}, *page};
    if (at > 0) range.line.start->before = commits[at - 1];
    ++at;
  } else if (at > 0) {
    return range;
  }
  for (; at < commits.size(); ++at) {
    // A damaged patch was not collected. It is an error only for a caller that loads this range.
    const auto patch = store.find_patch(commits[at]);
    if (!patch && patch.error().code != Code::Corruption) return patch.error();
    if (patch && !*patch) break;
    range.line.commits.push_back(commits[at]);
  }
  return range;
}

// The range of a head or tagged commit without patch and without stored snapshot. E_SNAPSHOT_COLLECTED if the snapshot
// was written after `states` were listed: the caller then starts again and finds it.
Result<KeptRange> make_lost_range(Store& store, const StoredCommit& commit, std::size_t at) {
  LW_TRY_ASSIGN(const auto state, store.find_state(commit.context, state_name(commit.id)));
  if (state) return broken(kSnapshotCollected, "a collection is running: try again", Code::NotFound);
  KeptRange range{at};
  range.line.commits.push_back(commit);
  range.is_lost = true;
  return range;
}

}  // namespace

Result<std::shared_ptr<history::KeptPast>> find_kept_snapshots(const std::shared_ptr<Store>& store,
                                                               const std::vector<StoredCommit>& commits,
                                                               const std::vector<std::string>& states) {
  std::shared_ptr<history::KeptPast> kept;
  if (commits.empty()) return kept;
  LW_TRY_ASSIGN(const KeptNames names, read_kept_names(*store, commits.front().context));
  const std::set<CommitId> named = named_commits(names);
  std::vector<KeptRange> ranges;
  for (std::size_t at = 0; at < commits.size();) {
    LW_TRY_ASSIGN(KeptRange range, find_range(*store, commits, at, states));
    const bool is_lost = range.line.size() == 0 && named.contains(commits[at].id);
    if (is_lost) {
      LW_TRY_ASSIGN(range, make_lost_range(*store, commits[at], at));
    }
    at += std::max<std::size_t>(1, range.line.size());
    if (range.line.size() > 0) ranges.push_back(std::move(range));
  }
  if (!ranges.empty()) kept = std::make_shared<KeptLine>(store, std::move(ranges));
  return kept;
}

}  // namespace latewood::engine
