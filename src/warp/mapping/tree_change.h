// The changed rings between two trees of one history. Cost: the changed rings; rings that both trees share are not
// read.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tree/tree.h"
#include "warp/mapping/tree_ids.h"

namespace latewood::warp {

// A ring that differs: its place in the older and in the newer tree; nullopt if the tree does not have it. Neighbours
// of added and removed rings are included, because their links change.
struct ChangedRing {
  WarpId warp;
  std::optional<std::size_t> older;
  std::optional<std::size_t> newer;
};

// Ascending by instance, each once.
std::vector<ChangedRing> changed_rings(const tree::Tree& older, const tree::Tree& newer);

}  // namespace latewood::warp
