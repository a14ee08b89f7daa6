// Items of the OpenAI Responses API: messages, reasoning, calls and their outputs. An item that is not exactly a
// neutral shape is kept whole as an item of the vendor's own, because the vendor takes no such part of a message alone.
#include <algorithm>

#include "base/try.h"
#include "canon/media_url.h"
#include "exchange/chat/chat_message.h"

namespace latewood::exchange {
namespace {

constexpr std::string_view kVendor = "openai-responses";

bool is_text_type(std::string_view type) { return type == "input_text" || type == "output_text" || type == "text"; }

bool is_image_detail(const JsonValue* detail) {
  const std::string* text = detail == nullptr ? nullptr : detail->as_string();
  return text != nullptr && (*text == "auto" || *text == "low" || *text == "high" || *text == "original");
}

// An image on the web or by value, or by id; the vendor's types have a detail always.
std::optional<JsonValue> neutral_input_image(const JsonValue& part) {
  const JsonValue* detail = part.find("detail");
  if (!has_only(part, {"type", "image_url", "file_id", "detail"})) return std::nullopt;
  if (detail != nullptr && !is_image_detail(detail)) return std::nullopt;
  const std::string* url = find_text(part, "image_url");
  const std::string* id = find_text(part, "file_id");
  if ((url == nullptr) == (id == nullptr)) return std::nullopt;
  std::vector<JsonMember> members;
  if (detail != nullptr) members.push_back({"detail", *detail});
  if (id != nullptr) {
    if (id->empty() || part.find("image_url") != nullptr) return std::nullopt;
    members.push_back({"file_id", *id});
  } else {
    const std::string scheme = scheme_of(*url);
    const bool is_data = url->starts_with("data:image/") && is_base64_url(*url);
    if (part.find("file_id") != nullptr || (scheme != "http" && scheme != "https" && !is_data)) return std::nullopt;
    members.push_back({"url", *url});
  }
  return make_object(std::move(members));
}

// A file by id, on the web, or by value with its name.
std::optional<JsonValue> neutral_input_file(const JsonValue& part) {
  const std::string* id = find_text(part, "file_id");
  if (id != nullptr && !id->empty() && has_only(part, {"type", "file_id"})) return make_object({{"file_id", *id}});
  const std::string* url = find_text(part, "file_url");
  const std::string scheme = url == nullptr ? std::string() : scheme_of(*url);
  if ((scheme == "http" || scheme == "https") && has_only(part, {"type", "file_url"})) {
    return make_object({{"url", *url}});
  }
  const std::string* data = find_text(part, "file_data");
  const std::string* name = find_text(part, "filename");
  const bool is_by_value = data != nullptr && name != nullptr && !name->empty() && is_base64_url(*data);
  if (!is_by_value || !has_only(part, {"type", "file_data", "filename"})) return std::nullopt;
  return make_object({{"name", *name}, {"url", *data}});
}

// A part of a message or of an output; nothing if it is no neutral shape.
std::optional<Component> find_input_part(const JsonValue& part, std::string_view role) {
  const std::string* type = find_text(part, "type");
  if (type == nullptr) return std::nullopt;
  if (is_text_type(*type) && find_text(part, "text") != nullptr) {
    const std::string_view usual = role == "assistant" ? "output_text" : "input_text";
    if (*type != usual) return std::nullopt;
    Component text = make_block(role, "text", *part.find("text"));
    keep_members(text, "lw:members", kVendor, part, {"type", "text"});
    return text;
  }
  if (*type == "refusal" && role == "assistant" && find_text(part, "refusal") != nullptr) {
    Component refusal = make_block(role, "text", *part.find("refusal"));
    set_attribute(refusal, "lw:content", "refusal");
    keep_members(refusal, "lw:members", kVendor, part, {"type", "refusal"});
    return refusal;
  }
  const bool is_image = *type == "input_image";
  if ((!is_image && *type != "input_file") || role == "assistant" || role == "system") return std::nullopt;
  auto content = is_image ? neutral_input_image(part) : neutral_input_file(part);
  if (!content) return std::nullopt;
  Component media = make_block(role, is_image ? "image" : "document", *std::move(content));
  if (media.content->find("file_id") != nullptr) set_attribute(media, "lw:vendor", std::string(kVendor));
  return media;
}

// The parts of a message; nothing if one of them is no neutral shape.
Result<std::optional<std::vector<Component>>> find_parts(const JsonField& content, std::string_view role) {
  std::vector<Component> blocks;
  if (const std::string* text = content.value().as_string()) {
    blocks.push_back(make_block(role, "text", *text));
    return std::optional(std::move(blocks));
  }
  LW_TRY_ASSIGN(const std::vector<JsonField> parts, read_parts(content));
  for (const JsonField& part : parts) {
    auto block = find_input_part(part.value(), role);
    if (!block) return std::optional<std::vector<Component>>();
    blocks.push_back(*std::move(block));
  }
  if (blocks.empty()) return std::optional<std::vector<Component>>();
  // One text in a list is told from a text that is the content itself.
  const bool is_plain = blocks.size() == 1 && blocks[0].kind == "text" && blocks[0].attributes.empty();
  if (is_plain) set_attribute(blocks[0], "lw:content", "parts");
  return std::optional(std::move(blocks));
}

// A text of the assistant is a part of a longer message that also has calls, so its item gets its own name.
void tie_item(std::vector<Component>& blocks, std::string_view role, std::string_view number) {
  if (blocks.size() < 2) return;
  for (Component& block : blocks) {
    set_attribute(block, role == "assistant" ? "lw:item" : "lw:message", std::string(number));
  }
}

Result<ChatMessage> read_message_item(const JsonField& item, std::string_view number) {
  LW_TRY_ASSIGN(const JsonField role_field, item.member("role"));
  LW_TRY_ASSIGN(const std::string_view given, role_field.text());
  const std::string role(given == "developer" ? "system" : given);
  if (role != "user" && role != "assistant" && role != "system") {
    return role_field.error("one of user, assistant, system, developer expected");
  }
  LW_TRY_ASSIGN(const JsonField content, item.member("content"));
  LW_TRY_ASSIGN(auto blocks, find_parts(content, role));
  ChatMessage message{role, {}};
  if (!blocks) {
    message.blocks.push_back(make_opaque(role, kVendor, item.value()));
    return message;
  }
  message.blocks = *std::move(blocks);
  if (given == "developer") set_attribute(message.blocks.front(), "lw:role", "developer");
  keep_members(message.blocks.front(), "lw:message_members", kVendor, item.value(), {"type", "role", "content"});
  tie_item(message.blocks, role, number);
  return message;
}

// One block for each text of the summary, all with the id of the item; an item without summary is one block.
std::optional<std::vector<Component>> find_reasoning_item(const JsonValue& item) {
  const std::string* id = find_text(item, "id");
  const JsonValue* summary = item.find("summary");
  if (id == nullptr || id->empty() || summary == nullptr || summary->as_array() == nullptr) return std::nullopt;
  std::vector<JsonValue> texts;
  for (const JsonValue& part : *summary->as_array()) {
    const std::string* type = find_text(part, "type");
    const std::string* text = find_text(part, "text");
    const bool is_text = type != nullptr && *type == "summary_text" && text != nullptr && !text->empty();
    if (!is_text || !has_only(part, {"type", "text"})) return std::nullopt;
    texts.push_back(*text);
  }
  const std::string* sealed = find_text(item, "encrypted_content");
  const bool is_sealed = sealed != nullptr && !sealed->empty();
  std::vector<Component> blocks;
  for (std::size_t i = 0; i < std::max<std::size_t>(texts.size(), 1); ++i) {
    std::vector<JsonMember> members = {{"id", *id}};
    if (i < texts.size()) members.push_back({"text", texts[i]});
    if (i == 0 && is_sealed) members.push_back({"signature", *sealed});
    Component block = make_block("assistant", "reasoning", make_object(std::move(members)));
    set_attribute(block, "lw:vendor", std::string(kVendor));
    blocks.push_back(std::move(block));
  }
  keep_members(blocks.front(), "lw:members", kVendor, item,
               {"type", "id", "summary", is_sealed ? "encrypted_content" : "type"});
  return blocks;
}

Result<Component> read_call_item(const JsonField& item, bool is_custom) {
  const std::string_view input = is_custom ? "input" : "arguments";
  LW_TRY_ASSIGN(const JsonField id, item.member("call_id"));
  LW_TRY_ASSIGN(const std::string_view id_text, id.text());
  LW_TRY_ASSIGN(const JsonField name, item.member("name"));
  LW_TRY_ASSIGN(const std::string_view name_text, name.text());
  LW_TRY_ASSIGN(const JsonField arguments, item.member(input));
  if (id_text.empty()) return id.error("a call needs an id");
  if (name_text.empty()) return name.error("a call needs the name of a tool");
  Component call = make_block(
      "assistant", "call",
      make_object({{"id", std::string(id_text)}, {"name", std::string(name_text)}, {"arguments", ordered(arguments)}}));
  if (is_custom) set_attribute(call, "lw:call_type", "custom");
  keep_members(call, "lw:members", kVendor, item.value(), {"type", "call_id", "name", input});
  return call;
}

Result<Component> read_output_item(const JsonField& item) {
  LW_TRY_ASSIGN(const JsonField id, item.member("call_id"));
  LW_TRY_ASSIGN(const std::string_view id_text, id.text());
  LW_TRY_ASSIGN(const JsonField output, item.member("output"));
  Component result = make_block("tool", "result", output.value());
  set_attribute(result, "lw:call_id", std::string(id_text));
  if (output.value().as_string() == nullptr) {
    LW_TRY_ASSIGN(const std::vector<JsonField> parts, read_parts(output));
    JsonValue::Array neutral;
    bool is_bound = false;
    for (const JsonField& part : parts) {
      const auto block = find_input_part(part.value(), "tool");
      const bool is_plain = block && (block->attributes.empty() || block->attributes.front().key == "lw:vendor");
      is_bound = is_bound || !is_plain || !block->attributes.empty();
      neutral.push_back(make_object(
          {{"kind", is_plain ? *block->kind : "opaque"}, {"content", is_plain ? *block->content : part.value()}}));
    }
    result.content = JsonValue(std::move(neutral));
    set_attribute(result, "lw:parts", true);
    if (is_bound) set_attribute(result, "lw:vendor", std::string(kVendor));
  }
  keep_members(result, "lw:members", kVendor, item.value(), {"type", "call_id", "output"});
  return result;
}

// Items that the application says: outputs of what it ran, its approvals, and what it refers to.
bool is_said_by_user(std::string_view type) {
  return type.ends_with("_output") || type == "mcp_approval_response" || type == "item_reference" ||
         type == "compaction_trigger" || type == "additional_tools";
}

}  // namespace

Result<ChatMessage> read_responses_item(const JsonField& item, std::string_view number) {
  if (item.value().as_object() == nullptr) return item.error("an object expected");
  const auto type_field = item.find("type");
  if (!type_field) return read_message_item(item, number);
  LW_TRY_ASSIGN(const std::string_view type, type_field->text());
  if (type == "message") return read_message_item(item, number);
  if (type == "function_call" || type == "custom_tool_call") {
    LW_TRY_ASSIGN(Component call, read_call_item(item, type == "custom_tool_call"));
    return ChatMessage{"assistant", {std::move(call)}};
  }
  if (type == "function_call_output" || type == "custom_tool_call_output") {
    LW_TRY_ASSIGN(Component result, read_output_item(item));
    return ChatMessage{"tool", {std::move(result)}};
  }
  if (type == "reasoning") {
    if (auto blocks = find_reasoning_item(item.value())) return ChatMessage{"assistant", *std::move(blocks)};
  }
  const std::string role = is_said_by_user(type) ? "user" : "assistant";
  return ChatMessage{role, {make_opaque(role, kVendor, item.value())}};
}

Result<std::vector<Component>> read_responses_instructions(const JsonField& instructions) {
  std::vector<Component> blocks;
  if (const std::string* text = instructions.value().as_string()) {
    blocks.push_back(make_block("system", "text", *text));
    return blocks;
  }
  LW_TRY_ASSIGN(const std::vector<JsonField> items, instructions.items());
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(ChatMessage message, read_responses_item(item, "instructions-" + std::to_string(blocks.size())));
    if (message.role != "system") return item.error("a system message expected");
    for (Component& block : message.blocks) blocks.push_back(std::move(block));
  }
  return blocks;
}

Result<Component> read_responses_tool(const JsonField& tool) {
  if (tool.value().as_object() == nullptr) return tool.error("an object expected");
  const JsonValue& value = tool.value();
  const std::string* type = find_text(value, "type");
  const bool is_function = type != nullptr && *type == "function" && find_text(value, "name") != nullptr &&
                           has_only(value, {"type", "name", "description", "parameters", "strict"});
  Component block = make_ordered_opaque("system", kVendor, value, tool.json_in_order());
  if (is_function) {
    std::vector<JsonMember> members = members_besides(value, {"type", "parameters"});
    std::erase_if(members, [](const JsonMember& member) { return member.value.is_null(); });
    if (const auto parameters = tool.find("parameters")) members.push_back({"parameters", ordered(*parameters)});
    block = make_block("system", "tool", make_object(std::move(members)));
  }
  block.node_type = "cb:tool";
  return block;
}

}  // namespace latewood::exchange
