#include "cli/terminal/result_members.h"

namespace latewood::cli {

const std::string& text_of(const JsonValue& result, std::string_view member) {
  static const std::string kNone;
  const JsonValue* found = result.find(member);
  const std::string* text = found == nullptr ? nullptr : found->as_string();
  return text == nullptr ? kNone : *text;
}

std::int64_t number_of(const JsonValue& result, std::string_view member) {
  const JsonValue* found = result.find(member);
  const std::int64_t* number = found == nullptr ? nullptr : found->as_integer();
  return number == nullptr ? 0 : *number;
}

const JsonValue::Array& list_of(const JsonValue& result, std::string_view member) {
  static const JsonValue::Array kNone;
  const JsonValue* found = result.find(member);
  const JsonValue::Array* list = found == nullptr ? nullptr : found->as_array();
  return list == nullptr ? kNone : *list;
}

bool flag_of(const JsonValue& result, std::string_view member) {
  const JsonValue* found = result.find(member);
  const bool* flag = found == nullptr ? nullptr : found->as_bool();
  return flag != nullptr && *flag;
}

}  // namespace latewood::cli
