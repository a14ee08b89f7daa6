// The nodes of one moment by their ids.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "latewood/node.h"

namespace latewood::cli {

// Points into the nodes it was made from, which must outlive it.
using NodesById = std::map<std::string_view, const NodeView*>;

inline NodesById by_id(const std::vector<NodeView>& nodes) {
  NodesById index;
  for (const NodeView& node : nodes) index.emplace(node.id, &node);
  return index;
}

// Null if there is no such node.
inline const NodeView* find_by_id(const NodesById& nodes, std::string_view id) {
  const auto found = nodes.find(id);
  return found == nodes.end() ? nullptr : found->second;
}

}  // namespace latewood::cli
