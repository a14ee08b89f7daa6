#include "latewood/chat_log.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_cursor.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "exchange/chat_message.h"
#include "exchange/log_time.h"
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

// A text or a number; empty without one.
Result<std::string> read_id(const JsonField& conversation) {
  const auto id = conversation.find("id");
  if (!id) return std::string();
  if (const std::string* text = id->value().as_string()) return *text;
  if (id->value().as_object() == nullptr && id->value().as_array() == nullptr && id->value().as_bool() == nullptr) {
    return canonical_json(id->value());
  }
  return id->error("a text or a number expected");
}

Result<ChatLog> read_conversation(const JsonField& conversation, ChatFormat format) {
  ChatLog log;
  const bool is_list = conversation.value().as_array() != nullptr;
  LW_TRY_ASSIGN(log.id, read_id(conversation));
  log.host_time = exchange::find_time(conversation.value()).value_or(0);
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

}  // namespace

Result<ChatFormat> find_chat_format(std::string_view name) {
  if (name == "openai") return ChatFormat::OpenAi;
  if (name == "anthropic") return ChatFormat::Anthropic;
  return broken(kOptionInvalid,
                "there is no chat log format " + json_text(excerpt(name)) + "; known: openai, anthropic");
}

namespace {

Result<ChatLog> with_rule(Result<ChatLog> log) {
  if (log) return log;
  Error error = std::move(log).error();
  error.rule = kChatLogInvalid;
  return error;
}

}  // namespace

Result<ChatLog> read_chat_log(const JsonValue& conversation, ChatFormat format) {
  return with_rule(read_conversation(JsonField(conversation), format));
}

Result<ChatLog> parse_chat_log(std::string_view text, ChatFormat format) {
  const auto document = parse_json(text);
  return with_rule(document ? read_conversation(JsonField(*document, text), format)
                            : Result<ChatLog>(document.error()));
}

}  // namespace latewood
