// Schemas of candidates of commits, as `why`, `slice` and `blame` give them.
#pragma once

#include <string>

#include "latewood/result.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// An event: {"seq","stream"}.
Schema event_schema();
// One candidate of a commit that had to do with a node.
Schema reasoned_schema();

// The value of a JSON text that the library wrote.
Result<JsonValue> value_of(const std::string& json);

}  // namespace latewood::operations
