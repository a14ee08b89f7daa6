// One node or one commit with everything that is known of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/text/marker_text.h"
#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/snapshot.h"
#include "latewood/trace.h"

namespace latewood::cli {

// `seen` has the node and those around it: which markers name it, and whether it is pinned.
std::string node_text(const NodeView& node, const SeenNodes& seen);
JsonValue node_json(const NodeView& node, const SeenNodes& seen);

// What is below a node, without cores, in document order.
std::vector<NodeView> blocks_below(const std::vector<NodeView>& nodes, const std::string& id);

// A line for each, in so many columns; nothing if `node` is no container.
std::string blocks_text(const NodeView& node, const std::vector<NodeView>& blocks, std::size_t columns);

// `changes` are those of the commit (`attributed_changes`), `nodes` those of the snapshot.
std::string commit_text(const Snapshot& snapshot, const std::vector<AttributedChange>& changes,
                        const std::vector<NodeView>& nodes);
JsonValue commit_json(const Snapshot& snapshot, const std::vector<AttributedChange>& changes,
                      const std::vector<NodeView>& nodes);

}  // namespace latewood::cli
