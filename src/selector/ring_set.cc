#include "selector/ring_set.h"

#include <algorithm>
#include <utility>

namespace latewood::selector {

RingSet RingSet::merged(std::vector<Stretch> stretches) {
  std::sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
  std::vector<Stretch> merged;
  for (const Stretch& stretch : stretches) {
    if (!merged.empty() && stretch.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, stretch.end);
    } else {
      merged.push_back(stretch);
    }
  }
  return RingSet(std::move(merged));
}

RingSet RingSet::at_depths(const std::vector<DepthRange>& depths, std::size_t count) {
  std::vector<Stretch> stretches;
  const auto deepest = static_cast<std::int64_t>(count);
  for (const DepthRange& range : depths) {
    const std::int64_t low = std::max<std::int64_t>(std::min(range.low, range.high), 1);
    const std::int64_t high = std::min(std::max(range.low, range.high), deepest);
    if (low > high) continue;
    stretches.push_back({static_cast<std::size_t>(deepest - high), static_cast<std::size_t>(deepest - low + 1)});
  }
  return merged(std::move(stretches));
}

std::size_t RingSet::size() const {
  std::size_t size = 0;
  for (const Stretch& stretch : stretches_) size += stretch.end - stretch.begin;
  return size;
}

bool RingSet::has(std::size_t ring) const {
  const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), ring,
                                      [](std::size_t place, const Stretch& stretch) { return place < stretch.begin; });
  return after != stretches_.begin() && ring < std::prev(after)->end;
}

std::optional<std::size_t> RingSet::nth(std::uint64_t n) const {
  for (const Stretch& stretch : stretches_) {
    const std::size_t length = stretch.end - stretch.begin;
    if (n >= 1 && n <= length) return stretch.begin + static_cast<std::size_t>(n - 1);
    n -= std::min<std::uint64_t>(n, length);
  }
  return std::nullopt;
}

std::optional<std::size_t> RingSet::last() const {
  return is_empty() ? std::nullopt : std::optional(stretches_.back().end - 1);
}

RingSet intersection(const RingSet& a, const RingSet& b) {
  std::vector<RingSet::Stretch> common;
  auto left = a.stretches_.begin();
  auto right = b.stretches_.begin();
  while (left != a.stretches_.end() && right != b.stretches_.end()) {
    const RingSet::Stretch both{std::max(left->begin, right->begin), std::min(left->end, right->end)};
    if (both.begin < both.end) common.push_back(both);
    if (left->end < right->end) {
      ++left;
    } else {
      ++right;
    }
  }
  return RingSet(std::move(common));
}

RingSet united(const RingSet& a, const RingSet& b) {
  std::vector<RingSet::Stretch> stretches = a.stretches_;
  stretches.insert(stretches.end(), b.stretches_.begin(), b.stretches_.end());
  return RingSet::merged(std::move(stretches));
}

}  // namespace latewood::selector
