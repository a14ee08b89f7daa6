// A tree as text: regions, turns and blocks, one line each.
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

// Lines of at most `columns`. Cores are left out; their blocks are listed under the turn. Bytes count the content,
// tokens are estimated as one per four bytes.
std::string tree_text(const TreePicture& picture, std::size_t columns);

// The depth of every node in document order: 1 for the newest turn; 0 for nodes that are not turns.
std::vector<std::uint64_t> turn_depths(const std::vector<NodeView>& nodes);

}  // namespace latewood::cli
