// Asking the processor for turns before a scan gets to them. A history does not fit the
// caches, and a scan that waits for each turn in its turn spends most of its time waiting.
#pragma once

#include <algorithm>
#include <cstddef>

#include "selector/ring_set.h"
#include "tree/tree.h"

namespace latewood::selector {

class ReadAhead {
 public:
  using Rings = tree::PersistentVector<tree::Ring>;

  // For a scan of `stretch` from its begin, with one `step` a turn.
  ReadAhead(const Rings& rings, const RingSet::Stretch& stretch)
      : end_(stretch.end),
        far_at_(std::min(stretch.begin + kFar, stretch.end)),
        near_at_(std::min(stretch.begin + kNear, stretch.end)),
        far_(&rings, far_at_),
        near_(&rings, near_at_) {}

  void step() {
    if (far_at_ < end_) {
      __builtin_prefetch((*far_)->address());
      ++far_at_;
      ++far_;
    }
    if (near_at_ == end_) return;
    // The entries have come by now, so that they can be asked where the records are.
    for (const tree::Subtree::Entry& entry : (*near_)->entries()) {
      __builtin_prefetch(reinterpret_cast<const char*>(entry.node) + kHeaders);
    }
    ++near_at_;
    ++near_;
  }

 private:
  static constexpr std::size_t kFar = 12;
  static constexpr std::size_t kNear = 6;
  // Where a record has what selectors ask for: after its two hashes.
  static constexpr std::size_t kHeaders = 64;

  std::size_t end_;
  std::size_t far_at_;
  std::size_t near_at_;
  Rings::Iterator far_;
  Rings::Iterator near_;
};

}  // namespace latewood::selector
