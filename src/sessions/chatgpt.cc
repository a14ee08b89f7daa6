// The export of ChatGPT, `conversations.json`: a list of conversations, each a tree of messages by id (`mapping`).
#include <map>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "exchange/chat/chat_message.h"
#include "sessions/members.h"

namespace latewood::sessions {
namespace {

using exchange::make_block;

const JsonValue::Array* list_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? nullptr : value->as_array();
}

// The texts of a message, one below the other, and what is no text as its JSON.
std::vector<Component> blocks_of(const JsonValue& content, std::string_view role) {
  std::vector<Component> blocks;
  const auto add_text = [&](const std::string& text) {
    if (!text.empty()) blocks.push_back(make_block(role, "text", text));
  };
  if (const JsonValue::Array* parts = list_in(content, "parts")) {
    for (const JsonValue& part : *parts) {
      if (const std::string* text = part.as_string()) {
        add_text(*text);
      } else if (const std::string& inner = text_in(part, "text"); !inner.empty()) {
        add_text(inner);
      } else if (part.as_object() != nullptr) {
        blocks.push_back(make_block(role, "text", part));
      }
    }
    return blocks;
  }
  for (const char* key : {"text", "result", "content", "user_instructions"}) {
    if (const std::string& text = text_in(content, key); !text.empty()) {
      add_text(text);
      break;
    }
  }
  return blocks;
}

class Conversation {
 public:
  explicit Conversation(const JsonValue& conversation) : value_(conversation) {}

  Result<LoggedConversation> read() {
    const JsonValue* mapping = value_.find("mapping");
    if (mapping == nullptr || mapping->as_object() == nullptr) {
      return broken(kChatLogInvalid, "a conversation without a mapping of its messages");
    }
    mapping_ = mapping;
    read_.session = text_in(value_, "conversation_id");
    if (read_.session.empty()) read_.session = text_in(value_, "id");
    if (read_.session.empty()) return broken(kChatLogInvalid, "a conversation without an id");
    // Parents first: from each node that has no parent in the mapping.
    for (const JsonMember& node : *mapping->as_object()) {
      const std::string& parent = text_in(node.value, "parent");
      if (parent.empty() || mapping->find(parent) == nullptr) walk(node.key);
    }
    // Nodes on a circle of parents have no beginning.
    for (const JsonMember& node : *mapping->as_object()) {
      if (!seen_.contains(node.key)) read_.entries.push_back(unknown_entry("a message that is its own ancestor"));
    }
    return std::move(read_);
  }

 private:
  void walk(const std::string& first) {
    std::vector<std::string> waiting = {first};
    while (!waiting.empty()) {
      const std::string id = std::move(waiting.back());
      waiting.pop_back();
      const JsonValue* node = mapping_->find(id);
      if (node == nullptr || !seen_.emplace(id, std::string()).second) continue;
      add(id, *node);
      const JsonValue::Array* children = list_in(*node, "children");
      if (children == nullptr) continue;
      for (auto child = children->rbegin(); child != children->rend(); ++child) {
        if (const std::string* name = child->as_string()) waiting.push_back(*name);
      }
    }
  }

  void add(const std::string& id, const JsonValue& node) {
    LogEntry entry = note_entry("a place without a message");
    entry.id = id;
    entry.parent = text_in(node, "parent");
    entry.session = read_.session;
    const JsonValue* message = node.find("message");
    if (message != nullptr && message->as_object() != nullptr) read_message(*message, entry);
    entry.is_leaf = id == text_in(value_, "current_node");
    read_.entries.push_back(std::move(entry));
  }

  void read_message(const JsonValue& message, LogEntry& entry) {
    const JsonValue* author = find_in(message, "author", "role");
    const std::string role = author != nullptr && author->as_string() != nullptr ? *author->as_string() : "";
    entry.time = time_in(message, "create_time");
    const JsonValue* content = message.find("content");
    const bool is_known = role == "user" || role == "assistant" || role == "system" || role == "tool";
    if (!is_known || content == nullptr || content->as_object() == nullptr) {
      entry.kind = EntryKind::Unknown;
      entry.reason = "a message without an author or content";
      return;
    }
    std::vector<Component> blocks = blocks_of(*content, role);
    if (blocks.empty()) {
      entry.reason = "a message without text: " + text_in(*content, "content_type");
      return;
    }
    entry.kind = EntryKind::Message;
    entry.role = role == "assistant" ? role : "user";
    const std::string& recipient = text_in(message, "recipient");
    if (role == "assistant" && !recipient.empty() && recipient != "all")
      blocks = {call_of(entry.id, recipient, blocks)};
    if (role == "tool") blocks = {result_of(entry.parent, blocks)};
    entry.blocks = std::move(blocks);
    if (role != "assistant") return;
    // Messages of the assistant one after the other are one answer.
    const auto before = seen_.find(entry.parent);
    std::string& answer = seen_[entry.id];
    answer = before != seen_.end() && !before->second.empty() ? before->second : "#" + entry.id;
    const JsonValue* model = find_in(message, "metadata", "model_slug");
    entry.response = LoggedResponse{answer, model != nullptr && model->as_string() ? *model->as_string() : "", {}, {}};
  }

  // A message of the assistant to a tool is a call. The log has no ids of calls.
  static Component call_of(const std::string& id, const std::string& tool, const std::vector<Component>& blocks) {
    std::string text;
    for (const Component& block : blocks) {
      const std::string* own = block.content->as_string();
      if (own != nullptr) text += *own;
    }
    Component call = make_block("assistant", "call", make_object({{"id", id}, {"name", tool}, {"arguments", text}}));
    exchange::set_attribute(call, "lw:call_type", "custom");
    return call;
  }

  static Component result_of(const std::string& call, const std::vector<Component>& blocks) {
    Component result = make_block("tool", "result", "");
    if (blocks.size() == 1) {
      result.content = blocks.front().content;
    } else {
      JsonValue::Array parts;
      for (const Component& block : blocks) {
        parts.push_back(make_object({{"kind", "text"}, {"content", *block.content}}));
      }
      result.content = JsonValue(std::move(parts));
      exchange::set_attribute(result, "lw:parts", true);
    }
    exchange::set_attribute(result, "lw:call_id", call);
    return result;
  }

  const JsonValue& value_;
  const JsonValue* mapping_ = nullptr;
  std::map<std::string, std::string> seen_;  // nodes, with the answer that they belong to
  LoggedConversation read_;
};

}  // namespace

Result<std::vector<LoggedConversation>> read_chatgpt(std::string_view document) {
  LW_TRY_ASSIGN(const JsonValue value, parse_json(document));
  std::vector<LoggedConversation> all;
  const JsonValue::Array* list = value.as_array();
  const JsonValue::Array one = {list == nullptr ? value : JsonValue()};
  for (const JsonValue& conversation : list == nullptr ? one : *list) {
    LW_TRY_ASSIGN(LoggedConversation read, Conversation(conversation).read());
    all.push_back(std::move(read));
  }
  return all;
}

}  // namespace latewood::sessions
