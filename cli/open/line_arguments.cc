#include "cli/open/line_arguments.h"

#include <cstddef>
#include <string_view>

#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "latewood/operation.h"

namespace latewood::cli {
namespace {

// The end of the value at `at`, in text that is valid JSON.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  int depth = 0;
  bool is_in_string = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (is_in_string) {
      if (c == '\\') ++at;
      if (c == '"') is_in_string = false;
      if (c == '"' && depth == 0) return at + 1;
      continue;
    }
    if (c == '"') is_in_string = true;
    if (c == '{' || c == '[') ++depth;
    const bool closes = c == '}' || c == ']';
    if (closes && depth == 0) return at;
    if (closes && --depth == 0) return at + 1;
    if (c == ',' && depth == 0) return at;
  }
  return text.size();
}

std::size_t next_text(std::string_view text, std::size_t at) {
  const std::size_t found = text.find_first_not_of(" \t\r\n", at);
  return found == std::string_view::npos ? text.size() : found;
}

// The text of a member of an object that is valid JSON; nullopt if there is none.
std::optional<std::string> member_text(std::string_view object, std::string_view name) {
  std::size_t at = next_text(object, object.find('{') + 1);
  while (at < object.size() && object[at] == '"') {
    const std::size_t key_end = end_of_value(object, at);
    const auto key = parse_json_text(object.substr(at, key_end - at));
    const std::size_t begin = next_text(object, next_text(object, key_end) + 1);
    const std::size_t end = end_of_value(object, begin);
    const bool is_it = key && key->as_string() != nullptr && *key->as_string() == name;
    if (is_it) return std::string(object.substr(begin, end - begin));
    at = next_text(object, next_text(object, end) + 1);
  }
  return std::nullopt;
}

}  // namespace

std::optional<LineArguments> line_arguments(const std::string& line) {
  const auto value = parse_json_text(line);
  const JsonValue* name = value ? value->find("op") : nullptr;
  if (name == nullptr || name->as_string() == nullptr || !find_operation(*name->as_string())) return std::nullopt;
  const JsonValue* arguments = value->find("args");
  const std::size_t members = arguments == nullptr ? 1 : 2;
  if (value->as_object()->size() != members) return std::nullopt;
  if (arguments != nullptr && arguments->as_object() == nullptr) return std::nullopt;
  return LineArguments{*name->as_string(), member_text(line, "args").value_or("{}")};
}

}  // namespace latewood::cli
