#include "latewood/chat_log.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_cursor.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "exchange/chat/chat_messages.h"
#include "exchange/chat/log_time.h"
#include "latewood/json_text.h"

namespace latewood {
namespace {

using exchange::ChatMessage;

Result<void> read_tools(const JsonField& tools, ChatFormat format, ChatLog& log) {
  LW_TRY_ASSIGN(const std::vector<JsonField> items, tools.items());
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(std::vector<Component> read, exchange::read_tool_of(item, format));
    for (Component& tool : read) log.system.push_back(std::move(tool));
  }
  return {};
}

// Leading system messages go to `^sys`, and each message of the assistant opens a turn; items of a list side by side
// are one message.
class Turns {
 public:
  Turns(ChatLog& log, ChatFormat format) : log_(log), are_items_(format == ChatFormat::Responses) {}

  void place(ChatMessage message) {
    const bool is_assistant = message.role == "assistant";
    std::vector<Component>* target = &log_.system;
    if (message.role != "system" || !log_.turns.empty()) {
      const bool goes_on = are_items_ && is_assistant && was_assistant_;
      if (log_.turns.empty() || (is_assistant && !goes_on)) log_.turns.emplace_back();
      target = &log_.turns.back().blocks;
    }
    was_assistant_ = is_assistant;
    for (Component& block : message.blocks) target->push_back(std::move(block));
  }

 private:
  ChatLog& log_;
  bool are_items_;
  bool was_assistant_ = false;
};

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
  Turns turns(log, format);
  LW_TRY_ASSIGN(log.id, read_id(conversation));
  log.host_time = exchange::find_time(conversation.value()).value_or(0);
  if (const auto tools = conversation.find("tools")) LW_TRY(read_tools(*tools, format, log));
  LW_TRY_ASSIGN(std::vector<Component> system, exchange::read_system_of(conversation, format));
  turns.place({"system", std::move(system)});
  LW_TRY_ASSIGN(std::vector<ChatMessage> messages, exchange::read_messages_of(conversation, format, {}));
  for (ChatMessage& message : messages) turns.place(std::move(message));
  return log;
}

}  // namespace

Result<ChatFormat> find_chat_format(std::string_view name) {
  for (const ChatFormat format : kChatFormats) {
    if (name == to_string(format) || name == profile_of(format)) return format;
  }
  return broken(kOptionInvalid, "there is no chat log format " + json_text(excerpt(name)) +
                                    "; known: openai, anthropic, responses, gemini");
}

const char* to_string(ChatFormat format) {
  switch (format) {
    case ChatFormat::OpenAi: return "openai";
    case ChatFormat::Anthropic: return "anthropic";
    case ChatFormat::Responses: return "responses";
    case ChatFormat::Gemini: return "gemini";
  }
  return "openai";
}

const char* profile_of(ChatFormat format) {
  return format == ChatFormat::Responses ? "openai-responses" : to_string(format);
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
