// Nodes as JSON: every header, in the words of the specification.
#pragma once

#include "latewood/json_value.h"
#include "latewood/node.h"

namespace latewood::cli {

// Members that a node does not have are null; `attributes` is an object.
JsonValue json_of(const NodeView& node);

}  // namespace latewood::cli
