#include "workloads/transcripts.h"

#include <fstream>
#include <optional>
#include <set>
#include <utility>

#include "latewood/clock.h"
#include "latewood/json_text.h"
#include "workloads/messages.h"

namespace latewood::bench {
namespace {

std::string text_member(const JsonValue& value, std::string_view name) {
  const JsonValue* found = value.find(name);
  const std::string* text = found == nullptr ? nullptr : found->as_string();
  return text == nullptr ? std::string() : *text;
}

bool is_of(const JsonValue& message, std::string_view role) { return text_member(message, "role") == role; }

// The call in the neutral shape: id, name and arguments.
JsonValue call_content(const JsonValue& call) {
  const JsonValue* function = call.find("function");
  const std::string arguments = text_member(*function, "arguments");
  auto parsed = parse_json_text(arguments);
  return make_object({{"arguments", parsed ? *std::move(parsed) : JsonValue(arguments)},
                      {"id", text_member(call, "id")},
                      {"name", text_member(*function, "name")}});
}

class Session {
 public:
  explicit Session(std::int64_t ttl) : ttl_(ttl), context_(options()) {}

  void add(const JsonValue& message) {
    if (is_of(message, "assistant")) must(context_.commit());  // the request that this message answers
    const JsonValue* content = message.find("content");
    const bool has_text = content != nullptr && content->as_string() != nullptr && !content->as_string()->empty();
    if (is_of(message, "system")) {
      if (!has_system_) must(context_.insert_system({.role = "system", .content = *content}));
      has_system_ = true;
      return;
    }
    if (is_of(message, "tool")) return add_result(message);
    if (has_text) must(context_.insert({.role = text_member(message, "role"), .content = *content}));
    const JsonValue* calls = message.find("tool_calls");
    if (calls == nullptr || calls->as_array() == nullptr) return;
    for (const JsonValue& call : *calls->as_array()) {
      must(context_.insert({.role = "assistant", .kind = "call", .content = call_content(call), .ttl = ttl()}));
    }
  }

  // As programs do: the tools are declared before the first request. A vendor that wants definitions would get one more
  // with the first call of each tool, and the prompt would break at its start.
  void declare(const std::set<std::string>& tools) {
    const JsonValue schema = make_object({{"properties", make_object({})}, {"type", "object"}});
    for (const std::string& name : tools) {
      must(context_.insert_system(
          {.content = make_object({{"description", name}, {"name", name}, {"parameters", schema}}),
           .node_type = "cb:tool"}));
    }
  }

  Context take() { return std::move(context_); }

 private:
  static ContextOptions options() {
    ContextOptions options = same_everywhere();
    options.system = true;
    return options;
  }
  std::optional<std::int64_t> ttl() const { return ttl_ == 0 ? std::nullopt : std::optional(ttl_); }

  void add_result(const JsonValue& message) {
    Component result{.role = "tool", .kind = "result", .content = *message.find("content"), .ttl = ttl()};
    result.attributes = {{"lw:call_id", JsonValue(text_member(message, "tool_call_id"))}};
    must(context_.insert(result));
  }

  std::int64_t ttl_;
  Context context_;
  bool has_system_ = false;
};

// The names of all tools that are called.
std::set<std::string> tools_in(const std::vector<JsonValue>& messages) {
  std::set<std::string> names;
  for (const JsonValue& message : messages) {
    const JsonValue* calls = message.find("tool_calls");
    if (calls == nullptr || calls->as_array() == nullptr) continue;
    for (const JsonValue& call : *calls->as_array()) names.insert(text_member(*call.find("function"), "name"));
  }
  return names;
}

// Calls of different conversations may have the same id; in one session each needs its own.
JsonValue with_own_calls(const JsonValue& message, std::size_t number) {
  std::string text = json_text_of(message);
  const std::string suffix = "_" + std::to_string(number) + "\"";
  for (const std::string name : {"\"id\":\"", "\"tool_call_id\":\""}) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + name.size())) {
      const std::size_t end = text.find('"', at + name.size());
      text.replace(end, 1, suffix);
    }
  }
  return must(parse_json_text(text));
}

}  // namespace

std::vector<std::vector<JsonValue>> load_transcripts() {
  std::vector<std::vector<JsonValue>> all;
  std::ifstream file(std::string(LATEWOOD_SOURCE_DIR) + "/../shared/transcripts/airline.jsonl");
  for (std::string line; std::getline(file, line);) {
    const JsonValue conversation = must(parse_json_text(line));
    all.push_back(*conversation.find("messages")->as_array());
  }
  return all;
}

Context context_of_messages(const std::vector<JsonValue>& messages, std::int64_t ttl_of_tools) {
  Session session(ttl_of_tools);
  session.declare(tools_in(messages));
  for (const JsonValue& message : messages) session.add(message);
  return session.take();
}

std::vector<JsonValue> long_session(const std::vector<std::vector<JsonValue>>& transcripts, std::size_t first,
                                    std::size_t requests) {
  std::vector<JsonValue> session;
  std::size_t answers = 0;
  for (std::size_t number = first; answers < requests; ++number) {
    for (const JsonValue& message : transcripts[number % transcripts.size()]) {
      if (answers == requests) break;
      if (is_of(message, "assistant")) ++answers;
      session.push_back(with_own_calls(message, number));
    }
  }
  return session;
}

}  // namespace latewood::bench
