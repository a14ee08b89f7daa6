#include "support/request/rules.h"

#include <algorithm>
#include <set>

namespace latewood::test {

const JsonValue::Array& array_at(const JsonValue& object, std::string_view key) {
  static const JsonValue::Array kNone;
  const JsonValue* value = object.find(key);
  return value == nullptr || value->as_array() == nullptr ? kNone : *value->as_array();
}

std::string text_at(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value == nullptr || value->as_string() == nullptr ? std::string() : *value->as_string();
}

bool is_text(const JsonValue* value) { return value != nullptr && value->as_string() != nullptr; }
bool is_object(const JsonValue* value) { return value != nullptr && value->as_object() != nullptr; }

// The white space that the generators of tests make.
bool is_blank_text(std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; }

bool is_name(std::string_view text, std::size_t max) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !text.empty() && text.size() <= max && text.find_first_not_of(kAllowed) == text.npos;
}

std::string keys_of(const JsonValue& object) {
  std::string keys;
  if (object.as_object() == nullptr) return keys;
  for (const JsonMember& member : *object.as_object()) keys.append(keys.empty() ? "" : " ").append(member.key);
  return keys;
}

Faults request_faults(std::string_view profile, const JsonValue& body) {
  if (profile == "openai") return openai_chat_faults(body);
  if (profile == "openai-responses") return openai_responses_faults(body);
  if (profile == "anthropic") return anthropic_faults(body);
  if (profile == "gemini") return gemini_faults(body);
  return {"no rules for the profile " + std::string(profile)};
}

}  // namespace latewood::test
