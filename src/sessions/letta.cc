// Agent files of Letta (`.af`): agents with their messages, which are like those of OpenAI, system text and tools.
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "exchange/chat/chat_message.h"
#include "sessions/members.h"

namespace latewood::sessions {
namespace {

using exchange::make_block;

void add_texts(const JsonValue* content, std::string_view role, std::vector<Component>& blocks) {
  if (content == nullptr) return;
  if (const std::string* text = content->as_string()) {
    if (!text->empty()) blocks.push_back(make_block(role, "text", *text));
    return;
  }
  const JsonValue::Array* parts = content->as_array();
  if (parts == nullptr) return;
  for (const JsonValue& part : *parts) {
    const std::string& type = text_in(part, "type");
    if (type == "text" && !text_in(part, "text").empty()) {
      blocks.push_back(make_block(role, "text", text_in(part, "text")));
    } else if (type == "reasoning" && !text_in(part, "reasoning").empty()) {
      blocks.push_back(make_block("assistant", "reasoning", make_object({{"text", text_in(part, "reasoning")}})));
    } else if (type == "image") {
      blocks.push_back(make_block(role, "text", part));
    }
  }
}

void add_calls(const JsonValue& message, std::vector<Component>& blocks) {
  const JsonValue* calls = message.find("tool_calls");
  if (calls == nullptr || calls->as_array() == nullptr) return;
  for (const JsonValue& call : *calls->as_array()) {
    const JsonValue* function = call.find("function");
    if (function == nullptr || text_in(call, "id").empty()) continue;
    blocks.push_back(make_block("assistant", "call",
                                make_object({{"id", text_in(call, "id")},
                                             {"name", text_in(*function, "name")},
                                             {"arguments", text_in(*function, "arguments")}})));
  }
}

void make_result(const JsonValue& message, std::vector<Component>& blocks) {
  JsonValue content = "";
  if (!blocks.empty()) content = *blocks.front().content;
  Component result = make_block("tool", "result", std::move(content));
  exchange::set_attribute(result, "lw:call_id", text_in(message, "tool_call_id"));
  if (const std::string& name = text_in(message, "name"); !name.empty())
    exchange::set_attribute(result, "lw:name", name);
  blocks = {std::move(result)};
}

LogEntry read_letta_message(const JsonValue& message, std::string id) {
  LogEntry entry = note_entry("a message without content");
  entry.id = std::move(id);
  entry.follows = true;
  entry.time = time_in(message, "created_at");
  const std::string& role = text_in(message, "role");
  const bool is_known = role == "user" || role == "assistant" || role == "tool" || role == "system";
  if (!is_known) {
    entry.kind = EntryKind::Unknown;
    entry.reason = "a message of the role " + role;
    return entry;
  }
  const JsonValue* content = message.find("content");
  if (content == nullptr) content = message.find("text");
  add_texts(content, role, entry.blocks);
  if (role == "assistant") add_calls(message, entry.blocks);
  if (role == "tool") make_result(message, entry.blocks);
  if (entry.blocks.empty()) return entry;
  entry.kind = EntryKind::Message;
  entry.role = role == "assistant" ? role : "user";
  if (role == "assistant") entry.response = LoggedResponse{"#" + entry.id, text_in(message, "model"), {}, {}};
  return entry;
}

LoggedConversation read_agent(const JsonValue& agent, const JsonValue& document) {
  LoggedConversation read;
  read.session = text_in(agent, "name");
  const std::string& id = text_in(agent, "id");
  if (!id.empty()) read.session += (read.session.empty() ? "" : "-") + id;
  const std::string& system = text_in(agent, "system");
  const JsonValue* messages = agent.find("messages");
  std::string last;
  std::size_t number = 0;
  const JsonValue::Array none;
  for (const JsonValue& message : messages != nullptr && messages->as_array() ? *messages->as_array() : none) {
    ++number;
    const std::string& own = text_in(message, "id");
    LogEntry entry = read_letta_message(message, own.empty() ? "message-" + std::to_string(number) : own);
    entry.session = read.session;
    entry.parent = last;
    // The first message of the system is the system text with the memory compiled into it.
    if (!read.has_system && last.empty() && text_in(message, "role") == "system" && !entry.blocks.empty()) {
      read.system = std::move(entry.blocks);
      read.has_system = true;
      entry = note_entry("the system text");
      entry.session = read.session;
    }
    if (entry.kind == EntryKind::Message) last = entry.id;
    read.entries.push_back(std::move(entry));
  }
  if (!read.has_system && !system.empty()) {
    read.system = {make_block("system", "text", system)};
    read.has_system = true;
  }
  const JsonValue* tools = document.find("tools");
  const JsonValue* own_tools = agent.find("tools");
  const bool has_own = own_tools != nullptr && own_tools->as_array() != nullptr && !own_tools->as_array()->empty();
  if (has_own) tools = own_tools;
  if (tools == nullptr || tools->as_array() == nullptr || !read.has_system) return read;
  for (const JsonValue& tool : *tools->as_array()) {
    const JsonValue* schema = tool.find("json_schema");
    if (schema == nullptr || schema->as_object() == nullptr) continue;
    const JsonValue wrapped = make_object({{"type", "function"}, {"function", *schema}});
    auto block = exchange::read_openai_tool(JsonField(wrapped));
    if (block) read.system.insert(read.system.begin(), *std::move(block));
  }
  return read;
}

}  // namespace

Result<std::vector<LoggedConversation>> read_letta(std::string_view document) {
  LW_TRY_ASSIGN(const JsonValue value, parse_json(document));
  std::vector<LoggedConversation> all;
  const JsonValue* agents = value.find("agents");
  if (agents != nullptr && agents->as_array() != nullptr) {
    for (const JsonValue& agent : *agents->as_array()) all.push_back(read_agent(agent, value));
    return all;
  }
  if (value.find("messages") == nullptr) return broken(kChatLogInvalid, "no agent with messages");
  all.push_back(read_agent(value, value));
  return all;
}

}  // namespace latewood::sessions
