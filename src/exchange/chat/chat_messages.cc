#include "exchange/chat/chat_messages.h"

#include <utility>

#include "base/try.h"

namespace latewood::exchange {
namespace {

Result<ChatMessage> read_message_of(const JsonField& message, ChatFormat format, std::string_view number,
                                    GeminiCalls& calls) {
  switch (format) {
    case ChatFormat::OpenAi: return read_openai_message(message, number);
    case ChatFormat::Anthropic: return read_anthropic_message(message, number);
    case ChatFormat::Responses: return read_responses_item(message, number);
    case ChatFormat::Gemini: return read_gemini_content(message, number, calls);
  }
  return read_openai_message(message, number);
}

Result<std::vector<Component>> as_list(Result<Component> tool) {
  LW_TRY_ASSIGN(Component block, std::move(tool));
  return std::vector<Component>{std::move(block)};
}

// An item with an id of the vendor's refers to the reasoning before it, which the vendor then demands as well.
class ReasoningBefore {
 public:
  void note(ChatMessage& message) {
    if (message.role != "assistant") return id_.clear();
    for (Component& block : message.blocks) {
      if (block.kind == "reasoning") {
        const std::string* id = find_text(*block.content, "id");
        if (id != nullptr) id_ = *id;
      } else if (!id_.empty() && has_id(block)) {
        set_attribute(block, "lw:reasoning_id", id_);
      }
    }
  }

 private:
  static bool has_id(const Component& block) {
    for (const JsonMember& attribute : block.attributes) {
      if (attribute.key != "lw:members" && attribute.key != "lw:message_members") continue;
      const JsonValue* kept = attribute.value.find(profile_of(ChatFormat::Responses));
      if (kept != nullptr && kept->find("id") != nullptr) return true;
    }
    return false;
  }

  std::string id_;
};

}  // namespace

std::string_view messages_key(ChatFormat format) {
  if (format == ChatFormat::Responses) return "input";
  return format == ChatFormat::Gemini ? "contents" : "messages";
}

Result<std::vector<Component>> read_tool_of(const JsonField& tool, ChatFormat format) {
  switch (format) {
    case ChatFormat::OpenAi: return as_list(read_openai_tool(tool));
    case ChatFormat::Anthropic: return as_list(read_anthropic_tool(tool));
    case ChatFormat::Responses: return as_list(read_responses_tool(tool));
    case ChatFormat::Gemini: return read_gemini_tool(tool);
  }
  return as_list(read_openai_tool(tool));
}

Result<std::vector<Component>> read_system_of(const JsonField& request, ChatFormat format) {
  std::optional<JsonField> system;
  switch (format) {
    case ChatFormat::OpenAi: break;
    case ChatFormat::Anthropic:
      system = request.find("system");
      if (system) return read_anthropic_system(*system);
      break;
    case ChatFormat::Responses:
      system = request.find("instructions");
      if (system) return read_responses_instructions(*system);
      break;
    case ChatFormat::Gemini:
      system = request.find("systemInstruction");
      if (!system) system = request.find("system_instruction");
      if (system) return read_gemini_system(*system);
      break;
  }
  return std::vector<Component>();
}

Result<std::vector<ChatMessage>> read_messages_of(const JsonField& request, ChatFormat format,
                                                  const MessageNumbers& numbers) {
  std::vector<ChatMessage> messages;
  const bool is_list = request.value().as_array() != nullptr;
  LW_TRY_ASSIGN(const JsonField list, is_list ? Result<JsonField>(request) : request.member(messages_key(format)));
  const std::string* text = list.value().as_string();
  if (text != nullptr && format == ChatFormat::Responses) {
    messages.push_back({"user", {make_block("user", "text", *text)}});
    return messages;
  }
  LW_TRY_ASSIGN(const std::vector<JsonField> items, list.items());
  GeminiCalls calls{numbers.open_calls};
  ReasoningBefore reasoning;
  for (std::size_t i = 0; i < items.size(); ++i) {
    LW_TRY_ASSIGN(ChatMessage message, read_message_of(items[i], format, numbers.prefix + std::to_string(i), calls));
    if (format == ChatFormat::Responses) reasoning.note(message);
    messages.push_back(std::move(message));
  }
  return messages;
}

}  // namespace latewood::exchange
