// One node on one line.
#pragma once

#include <cstddef>
#include <string>

#include "latewood/node_facts.h"

namespace latewood::cli {

// The start of the content on one line of at most `columns`, with "..." if it was cut. JSON that is not a text is
// printed as JSON.
std::string first_words(const NodeView& node, std::size_t columns);

// "cb:7f3a user text ttl 2, 34 bytes  What grows here?"
std::string node_line(const NodeView& node, std::size_t columns);

}  // namespace latewood::cli
