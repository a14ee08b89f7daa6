// Events as JSON.
#pragma once

#include <vector>

#include "latewood/intake.h"
#include "latewood/json_value.h"
#include "operations/table/schema.h"

namespace latewood::operations {

JsonValue event_json(const Event& event);
std::vector<Member> event_members();

// {"seq","stream"}
JsonValue event_ref_json(const EventRef& event);
std::vector<Member> event_ref_members();

}  // namespace latewood::operations
