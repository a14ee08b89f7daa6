// Keys for sorting slots and operations. Every commit sorts some dozens of each; comparing a few numbers nearly always
// decides and is several times quicker than a full comparison.
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
  std::uint64_t next = 0;  // first bytes of the member that the order compares after the instance

  // Equal if a full comparison must decide.
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

// Gives equal instances one address, so that they are compared once, not at every step of a sort. Remembers the last
// few instances: a commit rarely has more.
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
