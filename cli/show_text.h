// One node or one commit with everything that is known of it.
#pragma once

#include <string>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/snapshot.h"
#include "latewood/trace.h"

namespace latewood::cli {

std::string node_text(const NodeView& node);

// `changes` are those of the commit: `attributed_changes`.
std::string commit_text(const Snapshot& snapshot, const std::vector<AttributedChange>& changes);
JsonValue commit_json(const Snapshot& snapshot, const std::vector<AttributedChange>& changes);

}  // namespace latewood::cli
