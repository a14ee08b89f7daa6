// The line of snapshots that ends at a head. A value of one pointer; the log that owns the
// snapshots must outlive it.
#pragma once

#include <cstdint>
#include <vector>

#include "history/snapshot_data.h"

namespace latewood::history {

// E_SNAPSHOT_COLLECTED, for a snapshot that another process collected since its mark was found.
Error not_kept();

class Timeline {
 public:
  // Null: a line without snapshots.
  explicit Timeline(const SnapshotData* head) : head_(head) {}

  std::uint64_t size() const { return head_ == nullptr ? 0 : head_->position + 1; }
  bool empty() const { return head_ == nullptr; }

  // The snapshot `commits` before the head; `commits` must be below size(). Cost: logarithmic in `commits`.
  const SnapshotData& back(std::uint64_t commits) const { return ancestor(*head_, commits); }
  std::uint64_t cycle_at(std::uint64_t commits) const { return back(commits).cycle(); }

  // The number of snapshots after the collected ones. Cost: logarithmic in size().
  std::uint64_t kept() const;
  // The snapshots that were kept from before the collected ones, newest first; usually empty.
  std::vector<KeptPast::Mark> kept_before() const;
  Result<const SnapshotData*> load(const KeptPast::Mark& mark) const;
  // The number of commits from the mark to the head.
  std::uint64_t commits_to(const KeptPast::Mark& mark) const { return head_->position - mark.position; }

  // The number of snapshots with a greater cycle. This is also the number of commits back to the newest snapshot at or
  // before `cycle`. Cycles ascend along a line; an imported line may have gaps.
  std::uint64_t newer_than(std::uint64_t cycle) const;

  // The snapshot with exactly this cycle; null if there is none.
  const SnapshotData* find_cycle(std::uint64_t cycle) const {
    return head_ == nullptr ? nullptr : history::find_cycle(*head_, cycle);
  }

 private:
  const SnapshotData* head_;
};

}  // namespace latewood::history
