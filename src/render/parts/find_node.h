// Where the node of an id stands in a tree. Whoever has an index of ids answers at once; without one every node is
// looked at.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "tree/tree.h"

namespace latewood::render {

// Nothing if the tree has no such node. A tree in which nodes were found must still be there.
using FindNode = std::function<std::optional<tree::Place>(std::string_view id)>;

// Looks at every node when the first is asked for, and remembers where each is.
FindNode find_by_looking(const tree::Tree& tree);

}  // namespace latewood::render
