// How slots and operations are put in order. Every commit sorts some dozens of each, whose own
// comparison takes several times as long as that of a few numbers which nearly always decide.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "warp/graph/id_head.h"
#include "warp/graph/ids.h"

namespace latewood::warp {

struct SortKey {
  std::uint32_t kind = 0;
  std::uint32_t at = 0;  // the index of the item before sorting
  std::uint64_t warp_head = 0;
  const WarpId* warp = nullptr;
  std::uint64_t next = 0;  // the head of what the order looks at after the instance

  // Equal where the rest has to be looked at.
  friend std::strong_ordering operator<=>(const SortKey& a, const SortKey& b) {
    if (a.kind != b.kind) return a.kind <=> b.kind;
    if (a.warp_head != b.warp_head) return a.warp_head <=> b.warp_head;
    if (a.warp != b.warp) {
      const std::strong_ordering by_warp = *a.warp <=> *b.warp;
      if (by_warp != 0) return by_warp;
    }
    return a.next <=> b.next;
  }
  friend bool operator==(const SortKey& a, const SortKey& b) { return (a <=> b) == 0; }
};

// One address for equal instances, so that they are compared once and not at every step of a sort.
// It knows the last few: a commit hardly ever has more.
class SameWarps {
 public:
  const WarpId* find(const WarpId& warp) {
    for (const WarpId* known : known_) {
      if (known != nullptr && *known == warp) return known;
    }
    known_[next_++ % known_.size()] = &warp;
    return &warp;
  }

 private:
  std::array<const WarpId*, 4> known_{};
  std::size_t next_ = 0;
};

}  // namespace latewood::warp
