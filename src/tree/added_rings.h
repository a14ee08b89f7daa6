// Many turns that are added to a tree at once, at the cost of these turns: one by one each would look through the
// displaced ones anew.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tree/tree.h"

namespace latewood::tree {

// The cycle of the newest turn that is not displaced; nothing if there is none.
std::optional<std::uint64_t> newest_cycle(const Tree& tree);

// Whether cycles still ascend with `turn` at the end, behind a turn of cycle `newest`.
bool continues(const Tree& tree, const Node& turn, std::optional<std::uint64_t> newest);

// The tree with all `turns`, as if `with_ring` added one after the other in this order.
Tree with_rings(const Tree& tree, std::vector<Subtree> turns);

}  // namespace latewood::tree
