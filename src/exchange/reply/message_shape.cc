#include "exchange/reply/message_shape.h"

#include <algorithm>

#include "exchange/chat/chat_message.h"

namespace latewood::exchange {
namespace {

std::size_t place_of(ChatFormat format) {
  return static_cast<std::size_t>(std::find(kChatFormats.begin(), kChatFormats.end(), format) - kChatFormats.begin());
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool has_any(const JsonValue& object, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(), [&object](std::string_view key) { return object.find(key) != nullptr; });
}

// Formats whose messages have a `role` and a `content`.
FormatSet with_content() { return FormatSet::all().without(ChatFormat::Gemini); }

// Types that one vendor alone has; what is left may be of any.
FormatSet formats_of_part(const JsonValue& part) {
  const std::string* type = find_text(part, "type");
  if (type == nullptr) return FormatSet::all();
  if (is_one_of(*type, {"image_url", "input_audio", "file"})) return FormatSet::only(ChatFormat::OpenAi);
  if (type->starts_with("input_") || type->starts_with("output_") || *type == "summary_text") {
    return FormatSet::only(ChatFormat::Responses);
  }
  if (*type == "refusal") return with_content().without(ChatFormat::Anthropic);
  if (*type == "text") return with_content().without(ChatFormat::Responses);
  return FormatSet::only(ChatFormat::Anthropic);
}

FormatSet formats_of_content(const JsonValue& content) {
  FormatSet formats = with_content();
  if (content.is_null()) return FormatSet::only(ChatFormat::OpenAi);
  const JsonValue::Array* parts = content.as_array();
  if (parts == nullptr) return formats;
  for (const JsonValue& part : *parts) formats = formats.both(formats_of_part(part));
  return formats;
}

FormatSet formats_of_role(std::string_view role) {
  if (role == "model") return FormatSet::only(ChatFormat::Gemini);
  if (role == "tool") return FormatSet::only(ChatFormat::OpenAi);
  if (role == "developer") return with_content().without(ChatFormat::Anthropic);
  return FormatSet::all();
}

}  // namespace

FormatSet FormatSet::with(ChatFormat format) const {
  FormatSet set = *this;
  set.has_[place_of(format)] = true;
  return set;
}

FormatSet FormatSet::without(ChatFormat format) const {
  FormatSet set = *this;
  set.has_[place_of(format)] = false;
  return set;
}

FormatSet FormatSet::both(const FormatSet& other) const {
  FormatSet set;
  for (std::size_t i = 0; i < has_.size(); ++i) set.has_[i] = has_[i] && other.has_[i];
  return set;
}

std::vector<ChatFormat> FormatSet::formats() const {
  std::vector<ChatFormat> formats;
  for (const ChatFormat format : kChatFormats) {
    if (has_[place_of(format)]) formats.push_back(format);
  }
  return formats;
}

FormatSet formats_of_message(const JsonValue& message) {
  if (message.as_object() == nullptr) return FormatSet::all();
  if (message.find("parts") != nullptr) return FormatSet::only(ChatFormat::Gemini);
  const std::string* type = find_text(message, "type");
  const std::string* role = find_text(message, "role");
  if (role == nullptr) {
    // An item that is no message, or nothing at all.
    return type == nullptr ? FormatSet::all() : FormatSet::only(ChatFormat::Responses);
  }
  FormatSet formats = formats_of_role(*role);
  if (message.find("content") != nullptr) formats = formats.both(formats_of_content(*message.find("content")));
  if (has_any(message, {"tool_calls", "tool_call_id", "refusal", "audio", "name", "function_call", "annotations"})) {
    formats = formats.both(FormatSet::only(ChatFormat::OpenAi));
  }
  if (has_any(message, {"stop_reason", "usage"})) formats = formats.both(FormatSet::only(ChatFormat::Anthropic));
  if (has_any(message, {"status", "phase"})) formats = formats.both(FormatSet::only(ChatFormat::Responses));
  if (type != nullptr) formats = formats.without(ChatFormat::OpenAi);
  // A reply of Anthropic has a type, and a list as its content.
  const bool is_item = type != nullptr && find_text(message, "content") != nullptr;
  if (is_item) formats = formats.without(ChatFormat::Anthropic);
  return formats;
}

FormatSet formats_of_request(const JsonValue& request) {
  if (request.find("contents") != nullptr) return FormatSet::only(ChatFormat::Gemini);
  if (request.find("input") != nullptr && request.find("type") == nullptr) {
    return FormatSet::only(ChatFormat::Responses);
  }
  if (request.find("messages") == nullptr) return FormatSet::all();
  if (request.find("system") != nullptr) return FormatSet::only(ChatFormat::Anthropic);
  return with_content().without(ChatFormat::Responses);
}

std::string names_of(const FormatSet& formats) {
  std::string names;
  for (const ChatFormat format : formats.formats()) {
    if (!names.empty()) names.append(", ");
    names.append(to_string(format));
  }
  return names;
}

}  // namespace latewood::exchange
