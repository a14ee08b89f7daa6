// Finds the place of a node in a tree by its id, with an index of ids or by a search of all nodes.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "tree/tree.h"

namespace latewood::render {

// The place of a node; nullopt if the tree does not have it. The tree must outlive the function.
using FindNode = std::function<std::optional<tree::Place>(std::string_view id)>;

// A function that indexes all nodes of the tree at its first call.
FindNode find_by_looking(const tree::Tree& tree);

}  // namespace latewood::render
