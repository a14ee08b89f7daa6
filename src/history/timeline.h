// The line of snapshots that ends at a head. A value of one pointer; the log that owns the
// snapshots must outlive it.
#pragma once

#include <cstdint>
#include <vector>

#include "history/snapshot_data.h"

namespace latewood::history {

// E_SNAPSHOT_COLLECTED, of a snapshot that others collected since its mark was found.
Error not_kept();

class Timeline {
 public:
  // Null: a line without snapshots.
  explicit Timeline(const SnapshotData* head) : head_(head) {}

  std::uint64_t size() const { return head_ == nullptr ? 0 : head_->position + 1; }
  bool empty() const { return head_ == nullptr; }

  // The snapshot `commits` before the head; fewer than size(). Costs the logarithm of the way.
  const SnapshotData& back(std::uint64_t commits) const { return ancestor(*head_, commits); }
  std::uint64_t cycle_at(std::uint64_t commits) const { return back(commits).cycle(); }

  // How many of the newest are there; the one before them was collected. Costs the logarithm of size().
  std::uint64_t kept() const;
  // What was kept from before that, newest first; there is none as a rule.
  std::vector<KeptPast::Mark> kept_before() const;
  Result<const SnapshotData*> load(const KeptPast::Mark& mark) const;
  // How many commits are between the mark and the head.
  std::uint64_t commits_to(const KeptPast::Mark& mark) const { return head_->position - mark.position; }

  // How many snapshots have a greater cycle: the commits back to the newest one at or before
  // `cycle`, or size(). Cycles ascend along a line but may have gaps where it was imported.
  std::uint64_t newer_than(std::uint64_t cycle) const;

  // Null if no snapshot has exactly this cycle.
  const SnapshotData* find_cycle(std::uint64_t cycle) const {
    return head_ == nullptr ? nullptr : history::find_cycle(*head_, cycle);
  }

 private:
  const SnapshotData* head_;
};

}  // namespace latewood::history
