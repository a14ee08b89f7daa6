// A tree on a screen: regions, turns, blocks, one line each.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "latewood/node.h"

namespace latewood::cli {

struct TreePicture {
  std::vector<NodeView> nodes;             // in document order
  std::set<std::string> pinned = {};       // ids
  std::set<std::string> uncommitted = {};  // ids
};

// Lines of at most `columns`. Cores are left out: their blocks stand under the turn. Bytes are
// those of the content, tokens a guess of one for four bytes.
std::string tree_text(const TreePicture& picture, std::size_t columns);

// How deep every turn is, 1 for the newest, in document order of the nodes; 0 for other nodes.
std::vector<std::uint64_t> turn_depths(const std::vector<NodeView>& nodes);

}  // namespace latewood::cli
