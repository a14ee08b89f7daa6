// Members of logged objects, which may be absent or of another type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/json_value.h"
#include "sessions/log_entry.h"

namespace latewood::sessions {

// The text; empty if it is absent or no text.
const std::string& text_in(const JsonValue& object, std::string_view key);
bool flag_in(const JsonValue& object, std::string_view key);
// A count; nullopt if it is absent or no integer from 0 on.
std::optional<std::uint64_t> count_in(const JsonValue& object, std::string_view key);
// The member of a member; null if there is none.
const JsonValue* find_in(const JsonValue& object, std::string_view key, std::string_view inner);
// The first member that is a time; 0: none.
std::int64_t time_in(const JsonValue& object, std::string_view key);

LogEntry unknown_entry(std::string reason);
LogEntry note_entry(std::string reason);

// Removes what ties blocks to one message: the messages of one answer may be logged in several entries.
void untie(std::vector<Component>& blocks);

}  // namespace latewood::sessions
