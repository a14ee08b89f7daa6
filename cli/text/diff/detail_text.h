// Detailed diffs and diffs of units as text, with the first words of each node.
#pragma once

#include <cstddef>
#include <string>

#include "cli/text/diff/diff_text.h"
#include "latewood/diff.h"
#include "latewood/trace.h"

namespace latewood::cli {

// The change list, then nodes with another parent, then nodes that probably moved. Lines of at most `columns`.
std::string detail_text(const DiffDetail& detail, const DiffSides& sides, std::size_t columns);

// One line of at most `columns` for each unit that was added, removed or changed: its id, its place and its words.
std::string units_text(const ThreadDiff& diff, const DiffSides& sides, std::size_t columns);

}  // namespace latewood::cli
