// One node on one line, for people.
#pragma once

#include <cstddef>
#include <string>

#include "latewood/node.h"

namespace latewood::cli {

// The start of the content on one line, at most `columns` wide, with "..." where it was cut. JSON that
// is no text is shown as such.
std::string first_words(const NodeView& node, std::size_t columns);

// Bytes of the content as canonical JSON, as budgets and commits count them.
std::size_t content_bytes(const NodeView& node);

// A guess at what they cost: one token for four bytes.
std::size_t guessed_tokens(std::size_t bytes);

// "cb:7f3a user text ttl 2, 34 bytes  What grows here?"
std::string node_line(const NodeView& node, std::size_t columns);

}  // namespace latewood::cli
