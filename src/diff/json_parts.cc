#include "diff/json_parts.h"

#include <algorithm>

#include "canon/json_reader.h"

namespace latewood::diff {
namespace {

// The length of the string at the start of `text`, with both quotes.
std::size_t string_length(std::string_view text) {
  std::size_t at = 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

// The length of the array or object at the start of `text`, with its brackets.
std::size_t container_length(std::string_view text) {
  std::size_t open = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '[' || c == '{') ++open;
    if ((c == ']' || c == '}') && --open == 0) return at + 1;
    at += c == '"' ? string_length(text.substr(at)) : 1;
  }
  return text.size();
}

std::size_t value_length(std::string_view text) {
  if (is_json_string(text)) return string_length(text);
  if (is_json_array(text) || is_json_object(text)) return container_length(text);
  return std::min(text.find_first_of(",]}"), text.size());
}

std::string_view take(std::string_view& text, std::size_t length) {
  const std::string_view taken = text.substr(0, length);
  text.remove_prefix(taken.size());
  return taken;
}

}  // namespace

std::vector<JsonPart> json_parts(std::string_view json) {
  std::vector<JsonPart> parts;
  if (json.size() < 2 || !(is_json_array(json) || is_json_object(json))) return parts;
  const bool has_keys = is_json_object(json);
  std::string_view rest = json.substr(1, json.size() - 2);
  while (!rest.empty()) {
    JsonPart& part = parts.emplace_back();
    if (has_keys) {
      part.key = decoded_json_string(take(rest, string_length(rest)));
      take(rest, 1);  // the colon
    }
    part.value = take(rest, value_length(rest));
    take(rest, 1);  // the comma
  }
  return parts;
}

std::string decoded_json_string(std::string_view json) {
  const auto value = parse_json(json);
  const std::string* text = value ? value->as_string() : nullptr;
  return text != nullptr ? *text : std::string(json);
}

}  // namespace latewood::diff
