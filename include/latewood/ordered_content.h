// Content that a model reads in order, from JSON text. Canonical JSON sorts the members of objects; a schema whose
// properties are "reasoning, answer" says something else than "answer, reasoning". So the arguments of a call and the
// parameters of a tool definition are kept as text, in the order in which they were given (docs/profiles.md).
#pragma once

#include <string_view>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood {

// The value of a JSON text as the content of a block of that kind and type. Of a call (kind `call`) an object given
// for `arguments` becomes its text, of a tool definition (type `cb:tool`) one given for `parameters`, as vendors spell
// that too; an opaque tool becomes its text as a whole, unless its members are sorted. Everything else is what
// `parse_json_text` gives.
Result<JsonValue> parse_content(std::string_view json, std::string_view kind, std::string_view node_type);

}  // namespace latewood
