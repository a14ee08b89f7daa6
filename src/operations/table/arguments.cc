#include "operations/table/arguments.h"

#include "canon/json_field.h"

namespace latewood::operations {

std::optional<std::string> Arguments::find_text(std::string_view name) const {
  const JsonValue* member = find(name);
  const std::string* text = member == nullptr ? nullptr : member->as_string();
  return text == nullptr ? std::nullopt : std::optional(*text);
}

std::optional<std::int64_t> Arguments::find_integer(std::string_view name) const {
  const JsonValue* member = find(name);
  const std::int64_t* integer = member == nullptr ? nullptr : member->as_integer();
  return integer == nullptr ? std::nullopt : std::optional(*integer);
}

bool Arguments::flag(std::string_view name) const {
  const JsonValue* member = find(name);
  const bool* flag = member == nullptr ? nullptr : member->as_bool();
  return flag != nullptr && *flag;
}

std::vector<std::string> Arguments::texts(std::string_view name) const {
  const JsonValue* member = find(name);
  if (member == nullptr) return {};
  if (const std::string* one = member->as_string()) return {*one};
  std::vector<std::string> all;
  if (const JsonValue::Array* items = member->as_array()) {
    for (const JsonValue& item : *items) {
      if (const std::string* text = item.as_string()) all.push_back(*text);
    }
  }
  return all;
}

std::string Arguments::json_in_order(std::string_view name) const {
  if (!has(name)) return {};
  const auto member = JsonField(*value_, source_).member(name);
  return member ? member->json_in_order() : std::string();
}

}  // namespace latewood::operations
