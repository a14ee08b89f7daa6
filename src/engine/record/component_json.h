// A node to be, as JSON and back: every member that is not at its default.
#pragma once

#include "canon/json_field.h"
#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/result.h"

namespace latewood::engine {

JsonValue component_json(const Component& component);

// InvalidArgument with the member at fault.
Result<Component> read_component(const JsonField& object);

// A member that may be absent or null: then it is nothing.
Result<std::optional<std::string>> text_of(const JsonField& object, std::string_view name);

// Attributes as an object, and back.
JsonValue attributes_json(std::vector<JsonMember> attributes);
Result<std::vector<JsonMember>> read_attributes(const JsonField& object);

}  // namespace latewood::engine
