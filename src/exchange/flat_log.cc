// The flat logs of the specification: an array of {role, content}. System text goes to `^sys`,
// everything else to the active head, in the order of the log.
#include <map>

#include "base/try.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "latewood/exchange.h"
#include "tree/placement.h"

namespace latewood {
namespace {

// A, B, ..., Z, AA, AB, ...
std::string letters_of(std::uint64_t count) {
  std::string letters;
  for (; count > 0; count = (count - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (count - 1) % 26));
  return letters;
}

// The ids of the specification's example: cb:sysA, cb:u1, cb:a1. `count` is the number of entries of the role so far.
std::string id_for(std::string_view role, std::uint64_t count) {
  if (role == "system") return "cb:sys" + letters_of(count);
  const std::string_view kind = role == "user" || role == "assistant" || role == "tool" ? role.substr(0, 1) : "o";
  return "cb:" + std::string(kind) + std::to_string(count);
}

// Stores all members besides role and content as attributes. Refuses a name that an attribute cannot have.
Result<void> add_attributes(const JsonField& field, Component& component) {
  for (const JsonMember& other : *field.value().as_object()) {
    if (other.key == "role" || other.key == "content") continue;
    const auto allowed = tree::check_attribute_name(other.key);
    if (!allowed) {
      Error error = field.error(allowed.error().message);
      error.rule = allowed.error().rule;
      return error;
    }
    component.attributes.push_back(other);
  }
  return {};
}

Result<LogEntry> read_entry(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField role, field.member("role"));
  LW_TRY_ASSIGN(const std::string_view name, role.text());
  LW_TRY_ASSIGN(const JsonField content, field.member("content"));
  LogEntry entry;
  entry.component.role = std::string(name);
  if (content.value().as_string() != nullptr) entry.component.kind = "text";
  entry.component.content = content.value();
  entry.depth = name == "system" ? -1 : 0;
  LW_TRY(add_attributes(field, entry.component));
  return entry;
}

}  // namespace

Result<std::vector<LogEntry>> parse_flat_log(std::string_view document) {
  LW_TRY_ASSIGN(const JsonValue value, parse_json(document));
  JsonField log(value);
  if (value.as_object() != nullptr) {
    LW_TRY_ASSIGN(log, log.member("flat_log"));
  }
  LW_TRY_ASSIGN(const std::vector<JsonField> items, log.items());
  std::vector<LogEntry> entries;
  std::map<std::string, std::uint64_t> counts;
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(LogEntry entry, read_entry(item));
    const std::string& role = *entry.component.role;
    const bool is_named = role == "system" || role == "user" || role == "assistant" || role == "tool";
    entry.component.id = id_for(role, ++counts[is_named ? role : "other"]);
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace latewood
