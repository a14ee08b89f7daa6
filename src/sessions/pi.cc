// Logs of pi: JSON lines with `id` and `parentId`, after a line of the type `session`. Messages are of no vendor.
#include <utility>

#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "exchange/chat/chat_message.h"
#include "sessions/members.h"

namespace latewood::sessions {
namespace {

using exchange::make_block;
using exchange::set_attribute;

Component image_block(const JsonValue& part, std::string_view role) {
  const std::string url = "data:" + text_in(part, "mimeType") + ";base64," + text_in(part, "data");
  return make_block(role, "image", make_object({{"url", url}}));
}

Component thinking_block(const JsonValue& part, std::string_view api) {
  std::vector<JsonMember> members = {{"text", text_in(part, "thinking")}};
  const std::string& signature = text_in(part, "thinkingSignature");
  const bool is_anthropic = api.starts_with("anthropic");
  if (is_anthropic && !signature.empty()) members.push_back({"signature", signature});
  Component block = make_block("assistant", "reasoning", make_object(std::move(members)));
  if (is_anthropic) set_attribute(block, "lw:vendor", "anthropic");
  return block;
}

Result<Component> call_block(const JsonField& part) {
  auto arguments = part.member("arguments");
  if (!arguments) return std::move(arguments).error();
  return make_block("assistant", "call",
                    make_object({{"id", text_in(part.value(), "id")},
                                 {"name", text_in(part.value(), "name")},
                                 {"arguments", exchange::ordered(*arguments)}}));
}

// One part of a message; nullopt: not known.
std::optional<Component> part_block(const JsonField& part, std::string_view role, std::string_view api) {
  const std::string& type = text_in(part.value(), "type");
  if (type == "text") return make_block(role, "text", text_in(part.value(), "text"));
  if (type == "image") return image_block(part.value(), role);
  if (type == "thinking") return thinking_block(part.value(), api);
  if (type != "toolCall") return std::nullopt;
  auto call = call_block(part);
  return call ? std::optional(*std::move(call)) : std::nullopt;
}

// A text or a list of parts.
bool read_content(const JsonField& message, std::string_view role, LogEntry& entry) {
  const auto content = message.find("content");
  if (!content) return false;
  if (const std::string* text = content->value().as_string()) {
    entry.blocks.push_back(make_block(role, "text", *text));
    return true;
  }
  const auto parts = content->items();
  if (!parts) return false;
  for (const JsonField& part : *parts) {
    auto block = part_block(part, role, text_in(message.value(), "api"));
    if (!block) return false;
    entry.blocks.push_back(*std::move(block));
  }
  if (entry.blocks.size() > 1 && role == "user") exchange::tie_together(entry.blocks, entry.id);
  return true;
}

// Neutral parts of a result: a text alone is its content.
bool read_result(const JsonField& message, LogEntry& entry) {
  const auto content = message.find("content");
  const auto parts = content ? content->items() : Result<std::vector<JsonField>>(std::vector<JsonField>());
  if (!parts) return false;
  Component result = make_block("tool", "result", "");
  JsonValue::Array neutral;
  for (const JsonField& part : *parts) {
    auto block = part_block(part, "tool", {});
    if (!block) return false;
    neutral.push_back(make_object({{"kind", *block->kind}, {"content", *block->content}}));
  }
  const bool is_text = neutral.size() == 1 && text_in(neutral.front(), "kind") == "text";
  if (is_text) {
    result.content = *neutral.front().find("content");
  } else if (!neutral.empty()) {
    result.content = JsonValue(std::move(neutral));
    set_attribute(result, "lw:parts", true);
  }
  set_attribute(result, "lw:call_id", text_in(message.value(), "toolCallId"));
  if (const std::string& name = text_in(message.value(), "toolName"); !name.empty())
    set_attribute(result, "lw:name", name);
  if (flag_in(message.value(), "isError")) set_attribute(result, "lw:is_error", true);
  entry.blocks = {std::move(result)};
  return true;
}

LoggedResponse logged_response(const JsonValue& message, const LogEntry& entry) {
  LoggedResponse response{
      text_in(message, "responseId"), text_in(message, "model"), text_in(message, "stopReason"), {}};
  if (response.id.empty()) response.id = "#" + entry.id;
  const JsonValue* usage = message.find("usage");
  if (usage == nullptr) return response;
  response.usage.input = count_in(*usage, "input");
  response.usage.output = count_in(*usage, "output");
  response.usage.cached = count_in(*usage, "cacheRead");
  response.usage.cache_write = count_in(*usage, "cacheWrite");
  if (response.usage.input) {
    *response.usage.input += response.usage.cached.value_or(0) + response.usage.cache_write.value_or(0);
  }
  return response;
}

// A command that the user ran, as the model is told.
std::string bash_text(const JsonValue& message) {
  return "Ran `" + text_in(message, "command") + "`\n```\n" + text_in(message, "output") + "\n```";
}

void read_message(const JsonField& message, LogEntry& entry) {
  const JsonValue& value = message.value();
  const std::string& role = text_in(value, "role");
  bool is_read = false;
  entry.kind = EntryKind::Message;
  entry.role = "user";
  if (role == "assistant") {
    entry.role = role;
    is_read = read_content(message, role, entry);
    if (is_read && entry.blocks.empty()) {
      entry = note_entry("an answer without content");
      return;
    }
    entry.response = logged_response(value, entry);
  } else if (role == "toolResult") {
    is_read = read_result(message, entry);
  } else if (role == "bashExecution") {
    is_read = true;
    entry.blocks = {make_block("user", "text", bash_text(value))};
    if (flag_in(value, "excludeFromContext")) entry.kind = EntryKind::Note;
  } else if (role == "user" || role == "custom" || role == "hookMessage") {
    is_read = read_content(message, "user", entry);
  } else if (role == "branchSummary" || role == "compactionSummary") {
    is_read = true;
    entry.blocks = {make_block("user", "text", text_in(value, "summary"))};
  }
  if (entry.kind == EntryKind::Note) entry.blocks.clear();
  if (is_read) return;
  entry.kind = EntryKind::Unknown;
  entry.blocks.clear();
  entry.reason = "a message of the role " + role + " that cannot be read";
}

}  // namespace

void read_pi(std::string_view text, ReaderState& state, std::vector<LogEntry>& entries) {
  const auto line = parse_json(text);
  if (!line) return entries.push_back(unknown_entry("no JSON: " + line.error().message));
  const std::string& type = text_in(*line, "type");
  if (type.empty()) return entries.push_back(unknown_entry("a line without a type"));
  LogEntry entry = note_entry("a line of the type " + type);
  if (type == "session") {
    state.session = text_in(*line, "id");
    return entries.push_back(std::move(entry));
  }
  entry.id = text_in(*line, "id");
  entry.parent = text_in(*line, "parentId");
  entry.session = state.session;
  entry.follows = true;
  entry.time = time_in(*line, "timestamp");
  const JsonField field(*line, text);
  const auto message = field.find("message");
  if (type == "message" && message && message->value().as_object() != nullptr) {
    const LogEntry place = entry;
    read_message(*message, entry);
    if (entry.kind == EntryKind::Note) {
      const std::string reason = entry.reason;
      entry = place;
      entry.reason = reason;
    }
  } else if (type == "message") {
    entry.kind = EntryKind::Unknown;
    entry.reason = "a message without content";
  } else if (type == "custom_message") {
    entry.kind = EntryKind::Message;
    entry.role = "user";
    if (!read_content(field, "user", entry)) entry.kind = EntryKind::Unknown;
  } else if (type == "branch_summary" && !text_in(*line, "summary").empty()) {
    entry.kind = EntryKind::Message;
    entry.role = "user";
    entry.blocks = {make_block("user", "text", text_in(*line, "summary"))};
  } else if (type == "compaction") {
    entry.kind = EntryKind::Boundary;
    entry.blocks = {make_block("user", "text", text_in(*line, "summary"))};
    entry.kept_from = text_in(*line, "firstKeptEntryId");
  }
  entries.push_back(std::move(entry));
}

}  // namespace latewood::sessions
