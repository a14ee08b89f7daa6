// Summaries: blocks of the type `cb:summary` that stand for the nodes in their `data_covers`.
#pragma once

#include <string_view>
#include <vector>

#include "tree/node.h"

namespace latewood::lifecycle {

// Whether the block is a summary that covers something.
bool is_summary(const tree::Node& node);

// The ids that a summary covers.
std::vector<std::string_view> covered_by(const tree::Node& summary);

}  // namespace latewood::lifecycle
