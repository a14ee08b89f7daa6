// A tree as text: regions, turns and blocks, one line each.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "latewood/node.h"
#include "latewood/policy.h"

namespace latewood::cli {

struct TreePicture {
  std::vector<NodeView> nodes;             // in document order
  std::set<std::string> pinned = {};       // ids
  std::set<std::string> uncommitted = {};  // ids
  TokenCounter* counter = nullptr;         // of the tokens; not owned
};

// Lines of at most `columns`, except for ids that are kept whole. Cores are left out; their blocks are listed under the
// turn. Bytes and tokens are those of the content.
enum class LongIds {
  Keep,  // a line may be wider than `columns`
  Cut,   // cut ids, traits and indentation so that no line is
};
std::string tree_text(const TreePicture& picture, std::size_t columns, LongIds ids);

}  // namespace latewood::cli
