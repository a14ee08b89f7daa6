#include "latewood/chat_log.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_cursor.h"
#include "canon/json_reader.h"
#include "exchange/chat_message.h"
#include "latewood/json_text.h"

namespace latewood {
namespace {

using exchange::ChatMessage;

Result<ChatMessage> read_message(const JsonField& message, std::size_t index, ChatFormat format) {
  return format == ChatFormat::OpenAi ? exchange::read_openai_message(message, index)
                                      : exchange::read_anthropic_message(message, index);
}

Result<void> read_tools(const JsonField& tools, ChatFormat format, ChatLog& log) {
  LW_TRY_ASSIGN(const std::vector<JsonField> items, tools.items());
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(Component tool, format == ChatFormat::OpenAi ? exchange::read_openai_tool(item)
                                                               : exchange::read_anthropic_tool(item));
    log.system.push_back(std::move(tool));
  }
  return {};
}

// Leading system messages go to `^sys`, and each message of the assistant opens a turn.
void place(ChatMessage message, ChatLog& log) {
  std::vector<Component>* target = &log.system;
  if (message.role != "system" || !log.turns.empty()) {
    if (log.turns.empty() || message.role == "assistant") log.turns.emplace_back();
    target = &log.turns.back().blocks;
  }
  for (Component& block : message.blocks) target->push_back(std::move(block));
}

Result<ChatLog> read_conversation(const JsonField& conversation, ChatFormat format) {
  ChatLog log;
  const bool is_list = conversation.value().as_array() != nullptr;
  if (const std::string* id = exchange::find_text(conversation.value(), "id")) log.id = *id;
  if (const auto tools = conversation.find("tools")) LW_TRY(read_tools(*tools, format, log));
  if (const auto system = conversation.find("system"); system && format == ChatFormat::Anthropic) {
    LW_TRY_ASSIGN(std::vector<Component> blocks, exchange::read_anthropic_system(*system));
    place({"system", std::move(blocks)}, log);
  }
  LW_TRY_ASSIGN(const JsonField messages, is_list ? Result<JsonField>(conversation) : conversation.member("messages"));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, messages.items());
  for (std::size_t i = 0; i < items.size(); ++i) {
    LW_TRY_ASSIGN(ChatMessage message, read_message(items[i], i, format));
    place(std::move(message), log);
  }
  return log;
}

// Faults of a document that starts at `offset` of the text.
Error placed(Error error, std::size_t offset, std::size_t size) {
  error.rule = kChatLogInvalid;
  error.place = error.place ? Place{error.place->offset + offset, error.place->length} : Place{offset, size};
  return error;
}

// One conversation: the text between `offset` and `offset + size`.
Result<ChatLog> read_document(std::string_view text, std::size_t offset, ChatFormat format) {
  const auto document = parse_json(text);
  if (!document) return placed(document.error(), offset, text.size());
  auto log = read_conversation(JsonField(*document), format);
  if (!log) return placed(std::move(log).error(), offset, text.size());
  return log;
}

bool is_blank_line(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

// Whether the first line that says something is a document of its own and others follow.
bool are_lines(std::string_view text) {
  std::size_t said = 0;
  bool first_is_whole = false;
  for (std::size_t at = 0; at < text.size() && said < 2;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (is_blank_line(line)) continue;
    if (said++ == 0) first_is_whole = parse_json(line).has_value();
  }
  return said == 2 && first_is_whole;
}

}  // namespace

Result<ChatFormat> find_chat_format(std::string_view name) {
  if (name == "openai") return ChatFormat::OpenAi;
  if (name == "anthropic") return ChatFormat::Anthropic;
  return broken(kOptionInvalid,
                "there is no chat log format " + json_text(excerpt(name)) + "; known: openai, anthropic");
}

Result<ChatLog> read_chat_log(const JsonValue& conversation, ChatFormat format) {
  auto log = read_conversation(JsonField(conversation), format);
  if (log) return log;
  Error error = std::move(log).error();
  error.rule = kChatLogInvalid;
  return error;
}

Result<ChatLogs> parse_chat_logs(std::string_view text, ChatFormat format) {
  ChatLogs logs;
  logs.are_lines = are_lines(text);
  if (!logs.are_lines) {
    LW_TRY_ASSIGN(ChatLog log, read_document(text, 0, format));
    logs.conversations.push_back(std::move(log));
    return logs;
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (!is_blank_line(line)) {
      LW_TRY_ASSIGN(ChatLog log, read_document(line, at, format));
      logs.conversations.push_back(std::move(log));
    }
    at = end + 1;
  }
  return logs;
}

}  // namespace latewood
