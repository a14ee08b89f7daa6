// Bytes of a vendor request as JSON: the text, the range of each node, the repairs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/render.h"
#include "operations/table/schema.h"

namespace latewood::operations {

JsonValue json_of(const Units& units);
JsonValue json_of(const std::vector<Repair>& repairs);

JsonValue json_of(const Rendered& rendered);
// The canonical thread, which has no profile and no repairs. `units` may be null.
JsonValue json_of_thread(std::string_view thread, JsonValue units);
std::vector<Member> rendered_members();

}  // namespace latewood::operations
