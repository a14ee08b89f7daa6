// The one order of siblings: offset, created_at_ns, creation_index, id.
#pragma once

#include <compare>

#include "tree/node.h"

namespace latewood::tree {

// Total: the id settles the last tie, by code point, so any two engines that hold
// the same nodes write the same bytes.
std::strong_ordering sibling_order(const Node& a, const Node& b);

inline bool sibling_less(const Node& a, const Node& b) { return sibling_order(a, b) < 0; }

}  // namespace latewood::tree
