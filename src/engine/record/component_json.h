// Converts a `Component`, the description of a node to insert, to JSON and back. Members at their default are absent.
#pragma once

#include "canon/json_field.h"
#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/result.h"

namespace latewood::engine {

JsonValue component_json(const Component& component);

// InvalidArgument, with the wrong member.
Result<Component> read_component(const JsonField& object);

// Converts attributes to an object, and back.
JsonValue attributes_json(std::vector<JsonMember> attributes);
Result<std::vector<JsonMember>> read_attributes(const JsonField& object);

}  // namespace latewood::engine
