// A node from the JSON that the operations write for it.
#pragma once

#include "latewood/json_value.h"
#include "latewood/node.h"

namespace latewood::python {

// Members that are absent or of another type are left as they are by default.
NodeView node_of(const JsonValue& json);

}  // namespace latewood::python
