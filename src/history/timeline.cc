#include "history/timeline.h"

#include <algorithm>

namespace latewood::history {

std::uint64_t Timeline::kept() const {
  if (empty()) return 0;
  const SnapshotData& first = oldest_near(*head_);
  return first.is_collected ? head_->position - first.position : size();
}

std::uint64_t Timeline::newer_than(std::uint64_t cycle) const {
  if (empty() || head_->cycle() <= cycle) return 0;
  // Cycles ascend by one at least, so there are not more snapshots than cycles between.
  std::uint64_t high = std::min(size(), head_->cycle() - cycle);
  std::uint64_t low = 0;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (cycle_at(middle) > cycle) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace latewood::history
