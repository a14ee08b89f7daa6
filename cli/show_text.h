// One node or one commit with everything that is known of it.
#pragma once

#include <string>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/snapshot.h"
#include "latewood/trace.h"
#include "marker_text.h"

namespace latewood::cli {

// `seen` has the node and those around it: which markers name it, and whether it is pinned.
std::string node_text(const NodeView& node, const SeenNodes& seen);
JsonValue node_json(const NodeView& node, const SeenNodes& seen);

// `changes` are those of the commit (`attributed_changes`), `nodes` those of the snapshot.
std::string commit_text(const Snapshot& snapshot, const std::vector<AttributedChange>& changes,
                        const std::vector<NodeView>& nodes);
JsonValue commit_json(const Snapshot& snapshot, const std::vector<AttributedChange>& changes,
                      const std::vector<NodeView>& nodes);

}  // namespace latewood::cli
