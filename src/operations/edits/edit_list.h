// The member "edits" of `apply` and `plan`: a list of edits that may refer to the results of earlier ones.
#pragma once

#include <vector>

#include "latewood/json_value.h"
#include "latewood/result.h"
#include "operations/table/arguments.h"
#include "operations/table/row.h"
#include "operations/table/schema.h"

namespace latewood::operations {

Schema edit_list_schema();

// Makes the edits of "edits" in order and returns their results. Call it inside `Context::together`: an error names the
// edit, and the edits before it were made.
Result<std::vector<JsonValue>> make_edit_list(const EditCallPlace& place, const Arguments& arguments);

}  // namespace latewood::operations
