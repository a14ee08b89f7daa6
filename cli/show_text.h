// One node or one commit with everything that is known of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/snapshot.h"
#include "latewood/trace.h"

namespace latewood::cli {

std::string node_text(const NodeView& node);

// Whether it holds other nodes by its nature: a region, a turn or a core.
bool is_container(const NodeView& node);

// What is below a node, without cores, in document order.
std::vector<NodeView> blocks_below(const std::vector<NodeView>& nodes, const std::string& id);

// A line for each, in so many columns; nothing if `node` is no container.
std::string blocks_text(const NodeView& node, const std::vector<NodeView>& blocks, std::size_t columns);

// `changes` are those of the commit: `attributed_changes`.
std::string commit_text(const Snapshot& snapshot, const std::vector<AttributedChange>& changes);
JsonValue commit_json(const Snapshot& snapshot, const std::vector<AttributedChange>& changes);

}  // namespace latewood::cli
