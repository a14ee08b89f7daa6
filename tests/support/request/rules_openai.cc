#include <set>

#include "support/request/rules.h"

namespace latewood::test {
namespace {

bool is_part_of(const std::string& role, const std::string& type) {
  if (type == "text") return true;
  if (role == "user") return type == "image_url" || type == "file" || type == "input_audio";
  return role == "assistant" && type == "refusal";
}

void check_content(const JsonValue& message, const std::string& role, Faults& faults) {
  const JsonValue* content = message.find("content");
  const bool has_calls = !array_at(message, "tool_calls").empty();
  if (content == nullptr || content->is_null()) {
    const bool says_elsewhere = is_text(message.find("refusal")) || is_object(message.find("audio"));
    if (role != "assistant" || (!has_calls && !says_elsewhere)) faults.push_back(role + " without content");
    return;
  }
  if (content->as_string() != nullptr) return;
  if (content->as_array() == nullptr || content->as_array()->empty()) faults.push_back(role + ": content is no list");
  for (const JsonValue& part : array_at(message, "content")) {
    const std::string type = text_at(part, "type");
    if (!is_part_of(role, type)) faults.push_back(role + " says a part of type " + type);
    if (type == "text" && !is_text(part.find("text"))) faults.push_back("a text part without text");
    if (type == "image_url" && text_at(*part.find("image_url"), "url").empty())
      faults.push_back("an image without url");
  }
}

void check_chat_tools(const JsonValue& body, Faults& faults) {
  std::set<std::string> names;
  if (body.find("tools") != nullptr && array_at(body, "tools").empty()) faults.push_back("an empty list of tools");
  for (const JsonValue& tool : array_at(body, "tools")) {
    const JsonValue* function = tool.find("function");
    if (function == nullptr) continue;
    const std::string name = text_at(*function, "name");
    if (!is_name(name, 64)) faults.push_back("a tool of the name " + name);
    if (!names.insert(name).second) faults.push_back("two tools of the name " + name);
    const JsonValue* parameters = function->find("parameters");
    if (parameters != nullptr && text_at(*parameters, "type") != "object") faults.push_back("parameters of no object");
  }
}

// The ids that the next messages have to answer.
std::set<std::string> calls_of(const JsonValue& message, Faults& faults) {
  std::set<std::string> ids;
  for (const JsonValue& call : array_at(message, "tool_calls")) {
    const std::string id = text_at(call, "id");
    const JsonValue* function = call.find("function");
    if (id.empty() || id.size() > 40) faults.push_back("a call with the id '" + id + "'");
    if (!ids.insert(id).second) faults.push_back("two calls with the id " + id);
    if (text_at(call, "type") != "function" || !is_object(function)) faults.push_back("a call of no function");
    if (is_object(function) && !is_name(text_at(*function, "name"), 64)) faults.push_back("a call of no tool");
    if (is_object(function) && !is_text(function->find("arguments"))) faults.push_back("arguments are no text");
  }
  return ids;
}

bool is_input_part(const JsonValue& part) {
  const std::string type = text_at(part, "type");
  if (type == "input_text") return is_text(part.find("text"));
  if (type == "input_image") return !text_at(part, "detail").empty() && is_text(part.find("image_url"));
  return type == "input_file" && (is_text(part.find("file_data")) || is_text(part.find("file_url")));
}

bool is_output_part(const JsonValue& part) {
  const std::string type = text_at(part, "type");
  return type == "refusal" ? is_text(part.find("refusal")) : type == "output_text" && is_text(part.find("text"));
}

bool is_content_of(const std::string& role, const JsonValue* content) {
  if (content == nullptr) return false;
  if (content->as_string() != nullptr) return true;
  if (content->as_array() == nullptr || content->as_array()->empty()) return false;
  for (const JsonValue& part : *content->as_array()) {
    if (role == "assistant" ? !is_output_part(part) : !is_input_part(part)) return false;
  }
  return true;
}

}  // namespace

Faults openai_chat_faults(const JsonValue& body) {
  Faults faults;
  if (body.find("messages") == nullptr || array_at(body, "messages").empty()) faults.push_back("no messages");
  check_chat_tools(body, faults);
  std::set<std::string> open;
  for (const JsonValue& message : array_at(body, "messages")) {
    const std::string role = text_at(message, "role");
    check_content(message, role, faults);
    if (role == "tool") {
      if (open.erase(text_at(message, "tool_call_id")) == 0) faults.push_back("a result without call");
      continue;
    }
    if (!open.empty()) faults.push_back("a call without result: " + *open.begin());
    if (role != "user" && role != "assistant" && role != "system" && role != "developer")
      faults.push_back("role " + role);
    if (role != "assistant" && message.find("tool_calls") != nullptr) faults.push_back(role + " calls a tool");
    open = calls_of(message, faults);
  }
  if (!open.empty()) faults.push_back("a last call without result: " + *open.begin());
  return faults;
}

Faults openai_responses_faults(const JsonValue& body) {
  Faults faults;
  std::set<std::string> seen;
  std::set<std::string> open;
  std::string previous;
  for (const JsonValue& item : array_at(body, "input")) {
    const std::string type = text_at(item, "type");
    const std::string role = text_at(item, "role");
    const bool is_led_to = role == "assistant" || (type != "message" && !type.ends_with("_output"));
    if (previous == "reasoning" && !is_led_to) {
      faults.push_back("reasoning without what it led to");
    }
    if (type == "message") {
      const bool is_known = role == "user" || role == "assistant" || role == "system" || role == "developer";
      if (!is_known) faults.push_back("role " + role);
      if (!is_content_of(role, item.find("content"))) faults.push_back("content of " + role);
    } else if (type == "function_call") {
      const std::string id = text_at(item, "call_id");
      if (id.empty() || id.size() > 64 || !seen.insert(id).second) faults.push_back("a call with the id '" + id + "'");
      if (!is_name(text_at(item, "name"), 64) || !is_text(item.find("arguments")))
        faults.push_back("a call of nothing");
      open.insert(id);
    } else if (type == "function_call_output") {
      if (open.erase(text_at(item, "call_id")) == 0) faults.push_back("an output without call");
      if (!is_content_of("tool", item.find("output"))) faults.push_back("an output without content");
    } else if (type == "reasoning") {
      if (text_at(item, "id").empty() || item.find("summary") == nullptr) faults.push_back("reasoning without id");
    } else {
      faults.push_back("an item of type " + type);
    }
    previous = type;
  }
  if (previous.empty()) faults.push_back("no input");
  if (previous == "reasoning") faults.push_back("reasoning at the end");
  if (!open.empty()) faults.push_back("a call without output: " + *open.begin());
  return faults;
}

}  // namespace latewood::test
