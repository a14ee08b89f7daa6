#include "latewood/json_text.h"

#include "canon/json_reader.h"
#include "canon/json_writer.h"

namespace latewood {

std::string json_text(std::string_view text) {
  std::string quoted;
  append_json_string(quoted, text);
  return quoted;
}

std::string json_text_of(const JsonValue& value) { return canonical_json(value); }

Result<JsonValue> parse_json_text(std::string_view text) { return parse_json(text); }

}  // namespace latewood
