#include "engine/stored/kept_line.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/line_base.h"
#include "engine/stored/line.h"
#include "engine/stored/retention.h"
#include "history/timeline.h"
#include "latewood/clock.h"
#include "warp/mapping/tree_replay.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using store::Store;
using store::StoredCommit;
using warp::corrupt;

// Snapshots up to the next that was collected. They are read together when somebody asks for one of them.
struct Stretch {
  std::uint64_t position = 0;      // of the first
  std::optional<LineStart> start;  // of which the first is read; nothing: it is the first commit of all
  std::vector<StoredCommit> commits = {};
  std::unique_ptr<Branch> branch = {};  // null until then
  bool is_lost = false;                 // the one commit of it should be there and is not

  std::uint64_t last() const { return position + commits.size() - 1; }
};

class KeptLine final : public StoredKept {
 public:
  // In the order of the line.
  KeptLine(std::shared_ptr<Store> store, std::vector<Stretch> stretches)
      : store_(std::move(store)), stretches_(std::move(stretches)) {
    for (auto stretch = stretches_.rbegin(); stretch != stretches_.rend(); ++stretch) {
      for (std::size_t i = stretch->commits.size(); i-- > 0;) {
        marks_.push_back({stretch->position + i, stretch->commits[i].cycle});
      }
    }
  }

  const std::vector<Mark>& marks() const override { return marks_; }

  Result<const SnapshotData*> load(const Mark& mark) override {
    const std::lock_guard lock(mutex_);
    const auto stretch = std::find_if(stretches_.begin(), stretches_.end(),
                                      [&mark](const Stretch& each) { return each.last() >= mark.position; });
    if (stretch == stretches_.end()) return history::not_kept();
    if (!stretch->branch) {
      LW_TRY_ASSIGN(stretch->branch, read(*stretch));
    }
    const SnapshotData& head = *stretch->branch->head();
    return &history::ancestor(head, stretch->last() - mark.position);
  }

  const Branch* owner_of(const SnapshotData& snapshot) const override {
    const std::lock_guard lock(mutex_);
    for (const Stretch& stretch : stretches_) {
      const bool is_near =
          stretch.branch && stretch.position <= snapshot.position && snapshot.position <= stretch.last();
      if (!is_near) continue;
      const SnapshotData& head = *stretch.branch->head();
      if (&history::ancestor(head, stretch.last() - snapshot.position) == &snapshot) return stretch.branch.get();
    }
    return nullptr;
  }

 private:
  Result<std::unique_ptr<Branch>> read(const Stretch& stretch) const {
    if (stretch.is_lost) return in_commit(stretch.commits.front(), corrupt("the state that was kept of it is missing"));
    // Nobody edits here; what forks from it has a clock of its own.
    Restorer restorer(make_logical_clock(), nullptr, contents_of(*store_));
    if (stretch.start) LW_TRY(restore_start(*stretch.start, *store_, restorer));
    for (std::size_t i = stretch.start ? 1 : 0; i < stretch.commits.size(); ++i) {
      LW_TRY(restore_commit(stretch.commits[i], *store_, restorer));
    }
    return restorer.take();
  }

  const std::shared_ptr<Store> store_;
  mutable std::mutex mutex_;
  std::vector<Stretch> stretches_;
  std::vector<Mark> marks_;
};

// The stretch that begins at `at`; it has no commits if the snapshot there was collected.
Result<Stretch> find_stretch(Store& store, const std::vector<StoredCommit>& commits, std::size_t at,
                             const std::vector<std::string>& states) {
  Stretch stretch{at, {}};
  LW_TRY_ASSIGN(const auto page, find_start(store, commits[at], states));
  if (page) {
    stretch.start = LineStart{commits[at], {}, *page};
    if (at > 0) stretch.start->before = commits[at - 1];
    stretch.commits.push_back(commits[at++]);
  } else if (at > 0) {
    return stretch;
  }
  for (; at < commits.size(); ++at) {
    // One that is damaged is there: it is Corruption to whoever asks for it, and nothing to others.
    const auto patch = store.find_patch(commits[at]);
    if (!patch && patch.error().code != Code::Corruption) return patch.error();
    if (patch && !*patch) break;
    stretch.commits.push_back(commits[at]);
  }
  return stretch;
}

// A commit that is never collected and has nothing to be read from. E_SNAPSHOT_COLLECTED if its state was written
// since the names of states were listed: who looks again finds it.
Result<Stretch> lost_stretch(Store& store, const StoredCommit& commit, std::size_t at) {
  LW_TRY_ASSIGN(const auto state, store.find_state(commit.context, state_name(commit.id)));
  if (state) return broken(kSnapshotCollected, "others collect meanwhile", Code::NotFound);
  Stretch stretch{at, {}, {commit}};
  stretch.is_lost = true;
  return stretch;
}

}  // namespace

Result<std::shared_ptr<history::KeptPast>> find_kept(const std::shared_ptr<Store>& store,
                                                     const std::vector<StoredCommit>& commits,
                                                     const std::vector<std::string>& states) {
  std::shared_ptr<history::KeptPast> kept;
  if (commits.empty()) return kept;
  LW_TRY_ASSIGN(const KeptNames names, read_kept_names(*store, commits.front().context));
  const std::set<CommitId> named = named_commits(names);
  std::vector<Stretch> stretches;
  for (std::size_t at = 0; at < commits.size();) {
    LW_TRY_ASSIGN(Stretch stretch, find_stretch(*store, commits, at, states));
    const bool is_lost = stretch.commits.empty() && named.contains(commits[at].id);
    if (is_lost) {
      LW_TRY_ASSIGN(stretch, lost_stretch(*store, commits[at], at));
    }
    at += std::max<std::size_t>(1, stretch.commits.size());
    if (!stretch.commits.empty()) stretches.push_back(std::move(stretch));
  }
  if (!stretches.empty()) kept = std::make_shared<KeptLine>(store, std::move(stretches));
  return kept;
}

}  // namespace latewood::engine
