// Markers: blocks that say something about other blocks of sealed turns, which stay as they
// are (D-25).
#pragma once

#include <string_view>
#include <vector>

#include "tree/node.h"

namespace latewood::tree {

// The ids that a `cb:redaction` or `cb:replacement` names; none for any other node.
std::vector<std::string_view> marked_by(const Node& node);

}  // namespace latewood::tree
