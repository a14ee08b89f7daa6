// When a node goes by its ttl if nothing is edited.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace latewood::engine {

struct Forecast {
  std::optional<std::uint64_t> expires = {};  // the cycle whose commit lets it go; nothing: none does
  // Nodes that hold it, or the node above it that would take it along: they refer to one of these nodes, or are
  // pinned and would go along. Ascending.
  std::vector<std::string> held_by = {};
};

}  // namespace latewood::engine
