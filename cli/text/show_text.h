// All details of one node or one commit as text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/text/marker_text.h"
#include "latewood/node.h"
#include "latewood/snapshot.h"
#include "latewood/trace.h"

namespace latewood::cli {

// `seen` holds the node and its snapshot, to find its markers and pins.
std::string node_text(const NodeView& node, const SeenNodes& seen);

// One line of at most `columns` for each block; empty if `node` is not a container.
std::string blocks_text(const NodeView& node, const std::vector<NodeView>& blocks, std::size_t columns);

// `changes` are the changes of the commit (`attributed_changes`), `nodes` the nodes of its snapshot.
std::string commit_text(const Snapshot& snapshot, const std::vector<AttributedChange>& changes,
                        const std::vector<NodeView>& nodes);

}  // namespace latewood::cli
