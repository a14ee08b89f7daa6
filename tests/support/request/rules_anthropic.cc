#include <set>

#include "support/request/rules.h"

namespace latewood::test {
namespace {

class AnthropicRules {
 public:
  Faults check(const JsonValue& body) {
    check_tools(body);
    check_system(body);
    const JsonValue::Array& messages = array_at(body, "messages");
    if (messages.empty()) fault("no messages");
    std::string previous = "assistant";
    for (const JsonValue& message : messages) {
      check_message(message, previous);
      previous = text_at(message, "role");
    }
    if (!open_.empty()) fault("a last call without result");
    if (!messages.empty() && previous == "assistant") check_end(array_at(messages.back(), "content"));
    if (breakpoints_ > 4) fault("more than four breakpoints");
    return faults_;
  }

 private:
  void fault(std::string what) { faults_.push_back(std::move(what)); }

  void check_tools(const JsonValue& body) {
    std::set<std::string> names;
    for (const JsonValue& tool : array_at(body, "tools")) {
      has_tools_ = true;
      count_breakpoint(tool);
      const std::string name = text_at(tool, "name");
      if (!is_name(name, 128) || !names.insert(name).second) fault("a tool of the name '" + name + "'");
      const JsonValue* schema = tool.find("input_schema");
      const bool is_vendors = schema == nullptr && !text_at(tool, "type").empty();
      if (!is_vendors && (!is_object(schema) || text_at(*schema, "type") != "object")) fault("a tool without schema");
    }
  }

  void check_system(const JsonValue& body) {
    if (body.find("system") != nullptr && array_at(body, "system").empty()) fault("system is empty");
    for (const JsonValue& block : array_at(body, "system")) {
      count_breakpoint(block);
      if (text_at(block, "type") != "text" || is_blank_text(text_at(block, "text"))) fault("system is no text");
    }
  }

  void check_message(const JsonValue& message, const std::string& previous) {
    const std::string role = text_at(message, "role");
    if (role != (previous == "user" ? "assistant" : "user")) fault("the role " + role + " after " + previous);
    const JsonValue::Array& blocks = array_at(message, "content");
    if (blocks.empty()) fault("a message without content");
    std::size_t results = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const bool is_result = text_at(blocks[i], "type") == "tool_result";
      if (is_result && results++ != i) fault("a result after something else");
      check_block(blocks[i], role);
    }
    if (role == "user" && !open_.empty()) fault("a call without result: " + *open_.begin());
    const std::string last = blocks.empty() ? "" : text_at(blocks.back(), "type");
    if (last == "thinking" || last == "redacted_thinking") fault("thinking is the last block");
  }

  void check_block(const JsonValue& block, const std::string& role) {
    const std::string type = text_at(block, "type");
    count_breakpoint(block);
    if (type == "text") {
      if (is_blank_text(text_at(block, "text"))) fault("a text without text");
    } else if (type == "tool_use") {
      check_call(block, role);
    } else if (type == "tool_result") {
      if (role != "user" || open_.erase(text_at(block, "tool_use_id")) == 0) fault("a result without call");
      check_result(block);
    } else if (type == "thinking") {
      if (role != "assistant" || text_at(block, "signature").empty()) fault("thinking without signature");
      if (block.find("cache_control") != nullptr) fault("a breakpoint on thinking");
    } else if (type == "image" || type == "document") {
      if (role != "user" || !is_object(block.find("source"))) fault("an image of the " + role);
    } else if (type == "search_result") {
      for (const JsonValue& part : array_at(block, "content")) count_breakpoint(part);
    } else {
      fault("a block of type " + type);
    }
  }

  void check_call(const JsonValue& block, const std::string& role) {
    const std::string id = text_at(block, "id");
    if (role != "assistant") fault("a call of the " + role);
    if (!is_name(id, 64)) fault("a call with the id '" + id + "'");
    if (!ids_.insert(id).second) fault("two calls with the id " + id);
    if (!is_name(text_at(block, "name"), 128)) fault("a call of no tool");
    if (!is_object(block.find("input"))) fault("input is no object");
    if (!has_tools_) fault("a call, but no tools");
    open_.insert(id);
  }

  void check_result(const JsonValue& block) {
    const JsonValue* content = block.find("content");
    if (block.find("is_error") != nullptr) check_error(block);
    if (content == nullptr || content->as_string() != nullptr) return;
    for (const JsonValue& part : array_at(block, "content")) {
      const std::string type = text_at(part, "type");
      if (type == "text" && is_blank_text(text_at(part, "text"))) fault("a result with a text without text");
      if (type != "text" && type != "image" && type != "document") fault("a result with a part of type " + type);
    }
  }

  void check_error(const JsonValue& block) {
    if (block.find("content")->as_string() != nullptr) {
      if (is_blank_text(text_at(block, "content"))) fault("an error without text");
      return;
    }
    if (array_at(block, "content").empty()) fault("an error without content");
    for (const JsonValue& part : array_at(block, "content")) {
      if (text_at(part, "type") != "text") fault("an error that is no text");
    }
  }

  void check_end(const JsonValue::Array& blocks) {
    const std::string text = blocks.empty() ? "" : text_at(blocks.back(), "text");
    if (!text.empty() && is_blank_text(text.substr(text.size() - 1))) fault("white space at the end");
  }

  void count_breakpoint(const JsonValue& block) { breakpoints_ += block.find("cache_control") == nullptr ? 0 : 1; }

  Faults faults_;
  std::set<std::string> ids_;
  std::set<std::string> open_;
  bool has_tools_ = false;
  int breakpoints_ = 0;
};

}  // namespace

Faults anthropic_faults(const JsonValue& body) { return AnthropicRules().check(body); }

}  // namespace latewood::test
