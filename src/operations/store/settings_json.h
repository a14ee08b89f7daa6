// The settings that calls use, and where each comes from.
#pragma once

#include <string>

#include "latewood/json_value.h"
#include "latewood/result.h"
#include "operations/session/session_state.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// The result of `config` and `set_config`.
const Schema& settings_schema();

// The values of calls that name nothing, in the context that the arguments name or would use.
Result<JsonValue> settings_json(SessionState& session, const Arguments& arguments);

}  // namespace latewood::operations
