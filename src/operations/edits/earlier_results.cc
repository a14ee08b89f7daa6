#include "operations/edits/earlier_results.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::operations {
namespace {

// The number that all of `text` spells.
std::optional<std::size_t> number_of(std::string_view text) {
  std::size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = !text.empty() && read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_number ? std::optional(number) : std::nullopt;
}

// The first step of a path, which is taken off it.
std::string_view next_step(std::string_view& path) {
  const std::size_t end = std::min(path.find('.'), path.size());
  const std::string_view step = path.substr(0, end);
  path.remove_prefix(end == path.size() ? end : end + 1);
  return step;
}

const JsonValue* step_into(const JsonValue& value, std::string_view step) {
  const JsonValue::Array* items = value.as_array();
  if (items == nullptr) return value.find(step);
  const auto index = number_of(step);
  return index && *index < items->size() ? &(*items)[*index] : nullptr;
}

// "$0.id" is a reference; "$5", "$3.50" and "$ref" are not.
bool is_reference(std::string_view text) {
  if (text.size() < 2 || text.front() != '$') return false;
  std::string_view path = text.substr(1);
  const bool has_number = number_of(next_step(path)).has_value();
  return has_number && !path.empty() && path.front() >= 'a' && path.front() <= 'z';
}

Result<JsonValue> find_result(const std::string& text, const std::vector<JsonValue>& results) {
  std::string_view path = std::string_view(text).substr(1);
  const std::size_t index = *number_of(next_step(path));
  const JsonValue* value = index < results.size() ? &results[index] : nullptr;
  while (value != nullptr && !path.empty()) value = step_into(*value, next_step(path));
  if (value != nullptr) return *value;
  return broken(kArgumentInvalid, "'" + text.substr(0, 40) + "' names no result of an earlier edit");
}

Result<JsonValue> resolve_text(const std::string& text, const std::vector<JsonValue>& results) {
  if (text.starts_with("$$")) return JsonValue(text.substr(1));
  return is_reference(text) ? find_result(text, results) : Result<JsonValue>(JsonValue(text));
}

}  // namespace

Result<JsonValue> resolve_references(const JsonValue& value, const std::vector<JsonValue>& results) {
  if (const std::string* text = value.as_string()) return resolve_text(*text, results);
  if (const JsonValue::Array* items = value.as_array()) {
    JsonValue::Array resolved;
    for (const JsonValue& item : *items) {
      LW_TRY_ASSIGN(JsonValue one, resolve_references(item, results));
      resolved.push_back(std::move(one));
    }
    return JsonValue(std::move(resolved));
  }
  if (const JsonValue::Object* members = value.as_object()) {
    std::vector<JsonMember> resolved;
    for (const JsonMember& member : *members) {
      LW_TRY_ASSIGN(JsonValue one, resolve_references(member.value, results));
      resolved.push_back({member.key, std::move(one)});
    }
    return make_object(std::move(resolved));
  }
  return value;
}

}  // namespace latewood::operations
