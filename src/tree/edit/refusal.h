// Errors that several edits return.
#pragma once

#include <string>
#include <string_view>

#include "base/rules.h"
#include "tree/node.h"

namespace latewood::tree {

inline Error needs_system(std::string_view what) {
  return broken(kUnauthorized, std::string(what) + " needs the system capability");
}

inline Error not_found(std::string_view id) {
  return broken(kNodeNotFound, "there is no node '" + std::string(id) + "'", Code::NotFound);
}

inline Error sealed(const Node& node) {
  return broken(kSealedImmutable, "'" + std::string(node.id()) + "' is in the core of a sealed turn");
}

}  // namespace latewood::tree
