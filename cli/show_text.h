// One node or one commit with everything that is known of it.
#pragma once

#include <string>

#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/snapshot.h"

namespace latewood::cli {

std::string node_text(const NodeView& node);

std::string commit_text(const Snapshot& snapshot);
JsonValue commit_json(const Snapshot& snapshot);

}  // namespace latewood::cli
