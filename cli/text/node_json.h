// Nodes as JSON: all headers, with the names of the specification.
#pragma once

#include "latewood/json_value.h"
#include "latewood/node.h"

namespace latewood::cli {

// Absent headers are null; `attributes` is an object.
JsonValue json_of(const NodeView& node);

}  // namespace latewood::cli
