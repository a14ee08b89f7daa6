#include "tree/sibling_order.h"

#include <tuple>

namespace latewood::tree {

std::strong_ordering sibling_order(const Node& a, const Node& b) {
  return std::tuple(a.offset(), a.created_at_ns(), a.creation_index(), a.id()) <=>
         std::tuple(b.offset(), b.created_at_ns(), b.creation_index(), b.id());
}

}  // namespace latewood::tree
