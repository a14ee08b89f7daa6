// Content whose order matters to a model. Canonical JSON sorts the members of objects, but a schema with the properties
// "reasoning, answer" has another effect than one with "answer, reasoning". So the arguments of a call and the
// parameters of a tool definition are kept as text in the order in which they were given (docs/profiles.md).
//
//   const JsonValue tool = parse_content(R"({"name":"f","parameters":{"type":"object"}})", "text", "cb:tool").value();
//   context.insert_system({.content = tool, .node_type = "cb:tool"}).value();
#pragma once

#include <string_view>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

// The value of a JSON text as the content of a block of that kind and type. For a call (kind `call`) an object given as
// `arguments` becomes its text; for a tool definition (type `cb:tool`) one given as `parameters`, in the spelling of
// any vendor. An opaque tool becomes its text as a whole, unless its members are sorted. Everything else is the result
// of `parse_json_text`, with its failures. A pure function.
Result<JsonValue> parse_content(std::string_view json, std::string_view kind, std::string_view node_type);

}  // namespace latewood
