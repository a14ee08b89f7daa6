// The parts of an array or an object, as stretches of its canonical text.
//
// In canonical JSON the text of a part is a stretch of the text of the whole, and
// equal values have equal texts. So values can be compared and copied as text, and
// no number is read, rounded or written on the way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace latewood::diff {

struct JsonPart {
  std::string key;         // the decoded name of a member; empty in an array
  std::string_view value;  // canonical JSON
};

inline bool is_json_array(std::string_view json) { return json.starts_with('['); }
inline bool is_json_object(std::string_view json) { return json.starts_with('{'); }
inline bool is_json_string(std::string_view json) { return json.starts_with('"'); }

// In order. `json` must be canonical; any other text gives some parts or none, all of
// them inside it. The cost is one pass over the text.
std::vector<JsonPart> json_parts(std::string_view json);

// The decoded text of the JSON string `json`.
std::string decoded_json_string(std::string_view json);

}  // namespace latewood::diff
