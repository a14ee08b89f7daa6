// Messages of OpenAI Chat Completions. Whatever is not exactly a neutral shape is kept as an
// item of the vendor's own, so that the profile gives back what the log said.
#include "base/try.h"
#include "canon/media_url.h"
#include "exchange/chat/chat_message.h"

namespace latewood::exchange {
namespace {

constexpr std::string_view kVendor = "openai";

bool is_text_part(const JsonValue& part) {
  const std::string* type = find_text(part, "type");
  return type != nullptr && *type == "text" && find_text(part, "text") != nullptr;
}

// An image that the profile gives back: on the web, or by value.
bool is_image_url(const std::string& url) {
  const std::string scheme = scheme_of(url);
  return scheme == "http" || scheme == "https" || (url.starts_with("data:image/") && is_base64_url(url));
}

bool is_detail(const JsonValue& value) {
  const std::string* detail = value.as_string();
  return detail != nullptr && (*detail == "auto" || *detail == "low" || *detail == "high" || *detail == "original");
}

// {"url","detail"}; nothing if there is more to it.
std::optional<JsonValue> neutral_image(const JsonValue& part) {
  const JsonValue* image = part.find("image_url");
  const std::string* url = image == nullptr ? nullptr : find_text(*image, "url");
  if (url == nullptr || !is_image_url(*url)) return std::nullopt;
  if (!has_only(part, {"type", "image_url"}) || !has_only(*image, {"url", "detail"})) return std::nullopt;
  const JsonValue* detail = image->find("detail");
  if (detail != nullptr && !is_detail(*detail)) return std::nullopt;
  return *image;
}

// By value, {"name","url"}, or by id, {"file_id"}.
std::optional<JsonValue> neutral_document(const JsonValue& part) {
  const JsonValue* file = part.find("file");
  if (file == nullptr || !has_only(part, {"type", "file"})) return std::nullopt;
  const std::string* id = find_text(*file, "file_id");
  if (id != nullptr && !id->empty() && has_only(*file, {"file_id"})) return *file;
  const std::string* data = find_text(*file, "file_data");
  const std::string* name = find_text(*file, "filename");
  const bool by_value = data != nullptr && name != nullptr && !name->empty() && is_base64_url(*data) &&
                        has_only(*file, {"file_data", "filename"});
  if (!by_value) return std::nullopt;
  return make_object({{"name", *name}, {"url", *data}});
}

// A name that is a text has an attribute of its own; any other is kept like an unknown member.
std::string_view name_if_text(const JsonField& message) {
  return find_text(message.value(), "name") != nullptr ? "name" : "role";
}

Component read_part(const JsonValue& part, std::string_view role) {
  if (is_text_part(part)) {
    Component text = make_block(role, "text", *part.find("text"));
    keep_members(text, "lw:members", kVendor, part, {"type", "text"});
    return text;
  }
  const std::string* type = find_text(part, "type");
  if (type != nullptr && *type == "image_url") {
    if (auto image = neutral_image(part)) return make_block(role, "image", *std::move(image));
  }
  if (type != nullptr && *type == "file") {
    if (auto document = neutral_document(part)) {
      Component block = make_block(role, "document", *std::move(document));
      if (block.content->find("file_id") != nullptr) set_attribute(block, "lw:vendor", std::string(kVendor));
      return block;
    }
  }
  return make_opaque(role, kVendor, part);
}

// A text is one block, a list one block for each part.
Result<void> read_content(const JsonField& content, std::string_view role, std::vector<Component>& blocks) {
  if (const std::string* text = content.value().as_string()) {
    blocks.push_back(make_block(role, "text", *text));
    return {};
  }
  LW_TRY_ASSIGN(const std::vector<JsonField> parts, read_parts(content));
  if (parts.empty()) return content.error("at least one part expected");
  for (const JsonField& part : parts) blocks.push_back(read_part(part.value(), role));
  if (parts.size() == 1 && blocks.back().kind == "text") set_attribute(blocks.back(), "lw:content", "parts");
  return {};
}

// Where the name and the arguments of a call are. A type that is unknown is taken for a function if it has one.
Result<std::string_view> call_key(const JsonField& call) {
  const auto type = call.find("type");
  if (!type) return std::string_view("function");
  LW_TRY_ASSIGN(const std::string_view text, type->text());
  if (text == "custom") return text;
  if (text != "function" && !call.find("function")) return type->error("one of function, custom expected");
  return std::string_view("function");
}

// Keeps the members of the call, and of the object in it, that are neither id, name nor arguments.
void keep_call_members(Component& block, const JsonValue& call, std::string_view key, std::string_view arguments) {
  const std::string* type = find_text(call, "type");
  const bool is_known = type == nullptr || *type == key;
  std::vector<JsonMember> members = members_besides(call, {"id", is_known ? "type" : "id", key});
  std::vector<JsonMember> inner = members_besides(*call.find(key), {"name", arguments});
  if (!inner.empty()) members.push_back({std::string(key), make_object(std::move(inner))});
  keep_members(block, "lw:members", kVendor, std::move(members));
}

Result<Component> read_call(const JsonField& call) {
  LW_TRY_ASSIGN(const JsonField id, call.member("id"));
  LW_TRY_ASSIGN(const std::string_view id_text, id.text());
  LW_TRY_ASSIGN(const std::string_view key, call_key(call));
  const bool is_custom = key == "custom";
  const std::string_view input = is_custom ? "input" : "arguments";
  LW_TRY_ASSIGN(const JsonField function, call.member(key));
  LW_TRY_ASSIGN(const JsonField name, function.member("name"));
  LW_TRY_ASSIGN(const std::string_view name_text, name.text());
  LW_TRY_ASSIGN(const JsonField arguments, function.member(input));
  if (id_text.empty()) return id.error("a call needs an id");
  if (name_text.empty()) return name.error("a call needs the name of a tool");
  Component block = make_block(
      "assistant", "call",
      make_object({{"id", std::string(id_text)}, {"name", std::string(name_text)}, {"arguments", ordered(arguments)}}));
  if (is_custom) set_attribute(block, "lw:call_type", "custom");
  keep_call_members(block, call.value(), key, input);
  return block;
}

Result<void> read_assistant(const JsonField& message, std::vector<Component>& blocks) {
  if (message.find("function_call"))
    return message.error("the member 'function_call' is not supported; use 'tool_calls'");
  if (const auto said = message.find("content")) LW_TRY(read_content(*said, "assistant", blocks));
  const auto calls = message.find("tool_calls");
  if (calls) {
    LW_TRY_ASSIGN(const std::vector<JsonField> items, calls->items());
    for (const JsonField& item : items) {
      LW_TRY_ASSIGN(Component call, read_call(item));
      blocks.push_back(std::move(call));
    }
  }
  const bool has_content = message.value().find("content") != nullptr;
  const bool is_silent = blocks.empty();
  const std::string* refusal = is_silent ? find_text(message.value(), "refusal") : nullptr;
  const bool refuses = refusal != nullptr && !refusal->empty();
  if (is_silent) blocks.push_back(make_block("assistant", "text", refuses ? *refusal : std::string()));
  if (refuses) {
    set_attribute(blocks.front(), "lw:content", has_content ? "refusal" : "refusal-alone");
  } else if (!has_content || is_silent) {
    set_attribute(blocks.front(), "lw:content", has_content ? "null" : "absent");
  }
  const bool keeps_calls = !calls || calls->value().as_array()->empty();
  keep_members(
      blocks.front(), "lw:message_members", kVendor, message.value(),
      {"role", "content", name_if_text(message), keeps_calls ? "role" : "tool_calls", refuses ? "refusal" : "role"});
  return {};
}

// A list of texts is kept as one, part by part.
Result<Component> read_result(const JsonField& message) {
  LW_TRY_ASSIGN(const JsonField id, message.member("tool_call_id"));
  LW_TRY_ASSIGN(const std::string_view id_text, id.text());
  LW_TRY_ASSIGN(const JsonField content, message.member("content"));
  Component block = make_block("tool", "result", content.value());
  set_attribute(block, "lw:call_id", std::string(id_text));
  if (content.value().as_string() == nullptr) {
    LW_TRY_ASSIGN(const std::vector<JsonField> parts, read_parts(content));
    if (parts.empty()) return content.error("at least one part expected");
    JsonValue::Array neutral;
    bool is_bound = false;
    for (const JsonField& part : parts) {
      const bool is_text = is_text_part(part.value()) && has_only(part.value(), {"type", "text"});
      is_bound = is_bound || !is_text;
      neutral.push_back(make_object(
          {{"kind", is_text ? "text" : "opaque"}, {"content", is_text ? *part.value().find("text") : part.value()}}));
    }
    block.content = JsonValue(std::move(neutral));
    set_attribute(block, "lw:parts", true);
    if (is_bound) set_attribute(block, "lw:vendor", std::string(kVendor));
  }
  keep_members(block, "lw:message_members", kVendor, message.value(),
               {"role", "tool_call_id", "content", name_if_text(message)});
  return block;
}

Result<void> read_plain(const JsonField& message, std::string_view role, std::vector<Component>& blocks) {
  LW_TRY_ASSIGN(const JsonField content, message.member("content"));
  LW_TRY(read_content(content, role, blocks));
  keep_members(blocks.front(), "lw:message_members", kVendor, message.value(),
               {"role", "content", name_if_text(message)});
  return {};
}

// The definition with its parameters as text, in their order.
JsonValue tool_content(const JsonField& function) {
  std::vector<JsonMember> members = members_besides(function.value(), {"parameters"});
  if (function.value().find("parameters") != nullptr) {
    const auto parameters = function.find("parameters");
    members.push_back({"parameters", parameters ? ordered(*parameters) : JsonValue()});
  }
  return make_object(std::move(members));
}

}  // namespace

Result<ChatMessage> read_openai_message(const JsonField& message, std::string_view number) {
  LW_TRY_ASSIGN(const JsonField role_field, message.member("role"));
  LW_TRY_ASSIGN(const std::string_view role, role_field.text());
  ChatMessage result{std::string(role == "developer" ? "system" : role), {}};
  if (role == "assistant") {
    LW_TRY(read_assistant(message, result.blocks));
  } else if (role == "tool") {
    LW_TRY_ASSIGN(Component block, read_result(message));
    result.blocks.push_back(std::move(block));
  } else if (role == "user" || role == "system" || role == "developer") {
    LW_TRY(read_plain(message, result.role, result.blocks));
  } else {
    return role_field.error("one of system, developer, user, assistant, tool expected");
  }
  if (role == "developer") set_attribute(result.blocks.front(), "lw:role", "developer");
  if (const std::string* name = find_text(message.value(), "name")) {
    set_attribute(result.blocks.front(), "lw:name", *name);
  }
  tie_together(result.blocks, number);
  return result;
}

Result<Component> read_openai_tool(const JsonField& tool) {
  if (tool.value().as_object() == nullptr) return tool.error("an object expected");
  const auto function = tool.find("function");
  const bool is_function = function && has_only(tool.value(), {"type", "function"}) &&
                           has_only(function->value(), {"name", "description", "parameters", "strict"}) &&
                           find_text(function->value(), "name") != nullptr;
  Component block = is_function ? make_block("system", "tool", tool_content(*function))
                                : make_ordered_opaque("system", kVendor, tool.value(), tool.json_in_order());
  block.node_type = "cb:tool";
  return block;
}

}  // namespace latewood::exchange
