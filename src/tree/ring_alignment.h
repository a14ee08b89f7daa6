// Finds the turns that differ between two trees. Cost: the differing turns. Of shared turns only the addresses are
// compared, if turns before them were added or removed.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tree/tree.h"

namespace latewood::tree {

// A turn that differs: its place in each tree; nullopt if the tree does not have it. At least one tree has it.
struct RingPair {
  std::optional<std::size_t> older;
  std::optional<std::size_t> newer;
};

// Both places ascend in the result. Turns with the same id and cycle are paired. An imported history may give a turn
// another cycle; then it counts as another turn.
std::vector<RingPair> differing_rings(const Tree& older, const Tree& newer);

// The place of the same turn in `tree`.
std::optional<std::size_t> find_same_ring(const Tree& tree, const Ring& ring);

}  // namespace latewood::tree
