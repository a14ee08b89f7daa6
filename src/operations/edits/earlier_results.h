// References from one edit of `apply` to the results of earlier ones.
#pragma once

#include <vector>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::operations {

// `value` with every text that is a reference, such as "$0.id" or "$2.nodes.0.id", replaced by what it names in
// `results`: the number of an earlier edit, then names of members and places in arrays. "$$" at the start of a text
// stands for one dollar sign. E_ARGUMENT_INVALID if there is no such result.
Result<JsonValue> resolve_references(const JsonValue& value, const std::vector<JsonValue>& results);

}  // namespace latewood::operations
