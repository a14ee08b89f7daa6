// The kinds of pseudos: where a node stands by its offset, and which of its siblings it is.
#pragma once

#include <cstdint>

#include "selector/language/ast.h"
#include "tree/node.h"

namespace latewood::selector {

inline bool is_zone(PseudoKind kind) {
  return kind == PseudoKind::Pre || kind == PseudoKind::Core || kind == PseudoKind::Post;
}

inline bool is_positional(PseudoKind kind) {
  return kind == PseudoKind::First || kind == PseudoKind::Last || kind == PseudoKind::Nth;
}

// Root, regions and turns are in no zone: their offset is a filler (D-02).
inline bool is_in_zone(PseudoKind zone, tree::NodeClass node_class, std::int64_t offset) {
  if (node_class != tree::NodeClass::Core && node_class != tree::NodeClass::Block) return false;
  if (zone == PseudoKind::Pre) return offset < 0;
  return zone == PseudoKind::Core ? offset == 0 : offset > 0;
}

}  // namespace latewood::selector
