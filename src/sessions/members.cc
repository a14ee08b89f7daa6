#include "sessions/members.h"

#include <utility>

#include "exchange/chat/log_time.h"

namespace latewood::sessions {

const std::string& text_in(const JsonValue& object, std::string_view key) {
  static const std::string kNone;
  const JsonValue* value = object.find(key);
  const std::string* text = value == nullptr ? nullptr : value->as_string();
  return text == nullptr ? kNone : *text;
}

bool flag_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  const bool* flag = value == nullptr ? nullptr : value->as_bool();
  return flag != nullptr && *flag;
}

std::optional<std::uint64_t> count_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  const std::int64_t* number = value == nullptr ? nullptr : value->as_integer();
  if (number == nullptr || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

const JsonValue* find_in(const JsonValue& object, std::string_view key, std::string_view inner) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? nullptr : value->find(inner);
}

std::int64_t time_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? 0 : exchange::time_of(*value).value_or(0);
}

LogEntry unknown_entry(std::string reason) {
  LogEntry entry;
  entry.kind = EntryKind::Unknown;
  entry.reason = std::move(reason);
  return entry;
}

LogEntry note_entry(std::string reason) {
  LogEntry entry;
  entry.kind = EntryKind::Note;
  entry.reason = std::move(reason);
  return entry;
}

void untie(std::vector<Component>& blocks) {
  for (Component& block : blocks) {
    std::erase_if(block.attributes, [](const JsonMember& attribute) {
      return attribute.key == "lw:message" || attribute.key == "lw:message_members";
    });
  }
}

}  // namespace latewood::sessions
