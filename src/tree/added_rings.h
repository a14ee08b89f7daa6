// Adds many turns to a tree at once. The cost depends on the added turns only; adding them one by one would search the
// displaced turns each time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tree/tree.h"

namespace latewood::tree {

// The cycle of the newest turn that is not displaced; nullopt if there is none.
std::optional<std::uint64_t> newest_cycle(const Tree& tree);

// Returns true if cycles still ascend with `turn` at the end, after a turn of cycle `newest`.
bool continues(const Tree& tree, const Node& turn, std::optional<std::uint64_t> newest);

// The tree with all `turns`, as if `with_ring` added one after the other in this order.
Tree with_rings(const Tree& tree, std::vector<Subtree> turns);

}  // namespace latewood::tree
