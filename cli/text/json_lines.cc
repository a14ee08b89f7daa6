#include "cli/text/json_lines.h"

#include "cli/text/json_output.h"
#include "latewood/json_text.h"

namespace latewood::cli {

void print_json_lines(const std::string& array) {
  const auto value = parse_json_text(array);
  const JsonValue::Array* elements = value ? value->as_array() : nullptr;
  if (elements == nullptr) return;
  for (const JsonValue& element : *elements) print_json(element);
}

}  // namespace latewood::cli
