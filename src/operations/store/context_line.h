// One context in a list: its name, the branch in use, its cycle.
#pragma once

#include <string>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "operations/table/schema.h"

namespace latewood::operations {

Result<JsonValue> context_line(const Repository& repository, const std::string& name);
std::vector<Member> context_line_members();

}  // namespace latewood::operations
