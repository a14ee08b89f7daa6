// Logs of Claude Code: JSON lines with `uuid` and `parentUuid`, and messages of the Anthropic API. An answer is logged
// block by block, in lines with one `message.id`.
#include <utility>

#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "exchange/chat/chat_message.h"
#include "sessions/members.h"

namespace latewood::sessions {
namespace {

VendorUsage usage_in(const JsonValue& message) {
  VendorUsage usage;
  const JsonValue* given = message.find("usage");
  if (given == nullptr) return usage;
  usage.input = count_in(*given, "input_tokens");
  usage.output = count_in(*given, "output_tokens");
  usage.cached = count_in(*given, "cache_read_input_tokens");
  usage.cache_write = count_in(*given, "cache_creation_input_tokens");
  if (const JsonValue* creation = given->find("cache_creation")) {
    usage.cache_write_1h = count_in(*creation, "ephemeral_1h_input_tokens");
  }
  // The vendor counts what its cache read and wrote beside the rest of the request.
  if (usage.input) *usage.input += usage.cached.value_or(0) + usage.cache_write.value_or(0);
  return usage;
}

// The members that every line has.
void read_place(const JsonValue& line, LogEntry& entry) {
  entry.id = text_in(line, "uuid");
  entry.parent = text_in(line, "parentUuid");
  entry.session = text_in(line, "sessionId");
  entry.agent = text_in(line, "agentId");
  entry.is_side = flag_in(line, "isSidechain");
  entry.time = time_in(line, "timestamp");
}

void read_boundary(const JsonValue& line, LogEntry& entry) {
  entry.kind = EntryKind::Boundary;
  if (entry.parent.empty()) entry.parent = text_in(line, "logicalParentUuid");
  entry.follows = true;
  const JsonValue* preserved = find_in(line, "compactMetadata", "preservedMessages");
  if (preserved == nullptr) return;
  entry.anchor = text_in(*preserved, "anchorUuid");
  const JsonValue* ids = preserved->find("uuids");
  const JsonValue::Array* list = ids == nullptr ? nullptr : ids->as_array();
  if (list == nullptr) return;
  for (const JsonValue& id : *list) {
    if (const std::string* text = id.as_string()) entry.kept.push_back(*text);
  }
}

void read_anthropic(const JsonField& message, LogEntry& entry) {
  auto read = exchange::read_anthropic_message(message, entry.id);
  if (!read) {
    entry.kind = EntryKind::Unknown;
    entry.reason = read.error().message;
    return;
  }
  if (read->role == "system") {
    entry.kind = EntryKind::Unknown;
    entry.reason = "a message of the role system";
    return;
  }
  entry.kind = EntryKind::Message;
  entry.role = read->role;
  entry.blocks = std::move(read->blocks);
  const bool is_assistant = entry.role == "assistant";
  for (Component& block : entry.blocks) {
    std::erase_if(block.attributes, [&](const JsonMember& attribute) {
      return attribute.key == "lw:message_members" || (is_assistant && attribute.key == "lw:message");
    });
  }
  if (!is_assistant) return;
  const JsonValue& value = message.value();
  entry.response =
      LoggedResponse{text_in(value, "id"), text_in(value, "model"), text_in(value, "stop_reason"), usage_in(value)};
}

bool is_conversation(std::string_view type) { return type == "user" || type == "assistant"; }

}  // namespace

void read_claude_code(std::string_view text, ReaderState&, std::vector<LogEntry>& entries) {
  const auto line = parse_json(text);
  if (!line) return entries.push_back(unknown_entry("no JSON: " + line.error().message));
  if (line->as_object() == nullptr) return entries.push_back(unknown_entry("no JSON object"));
  const std::string& type = text_in(*line, "type");
  if (type.empty()) return entries.push_back(unknown_entry("a line without a type"));
  LogEntry entry = note_entry("a line of the type " + type);
  read_place(*line, entry);
  const JsonValue* message = line->find("message");
  const bool has_message = message != nullptr && message->as_object() != nullptr;
  if (type == "system" && text_in(*line, "subtype") == "compact_boundary") {
    read_boundary(*line, entry);
  } else if (is_conversation(type) && !has_message) {
    entry = unknown_entry("a line of the type " + type + " without a message");
  } else if (flag_in(*line, "isApiErrorMessage") || (has_message && text_in(*message, "model") == "<synthetic>")) {
    entry.reason = "a message that the program made, which no model sees";
  } else if (has_message && (is_conversation(type) || type == "summary")) {
    entry.follows = true;
    const JsonField field(*line, text);
    read_anthropic(field.member("message").value(), entry);
  }
  entries.push_back(std::move(entry));
}

}  // namespace latewood::sessions
