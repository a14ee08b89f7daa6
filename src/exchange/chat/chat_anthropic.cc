// Messages of the Anthropic API. Cache breakpoints are left out, since the profile places its
// own; whatever else is not exactly a neutral shape is kept as an item of the vendor's own.
#include <algorithm>

#include "base/try.h"
#include "canon/cache_breakpoints.h"
#include "canon/media_url.h"
#include "exchange/chat/chat_message.h"

namespace latewood::exchange {
namespace {

constexpr std::string_view kVendor = "anthropic";

// Whether the profile can send data of this type by value.
bool is_data_type(std::string_view type, bool is_image) {
  if (!is_image) return type == "application/pdf";
  return type == "image/jpeg" || type == "image/png" || type == "image/gif" || type == "image/webp";
}

// {"url"}, {"file_id"} or, for documents, {"text"}; nothing if the source is another.
std::optional<std::vector<JsonMember>> neutral_source(const JsonValue& block, bool is_image) {
  const JsonValue* source = block.find("source");
  const std::string* type = source == nullptr ? nullptr : find_text(*source, "type");
  if (type == nullptr) return std::nullopt;
  const std::string* data = find_text(*source, "data");
  const std::string* media_type = find_text(*source, "media_type");
  const bool has_data = data != nullptr && media_type != nullptr && !data->empty() && !media_type->empty();
  const bool is_known = has_data && is_data_type(*media_type, is_image);
  if (*type == "base64" && is_known && is_base64(*data)) return {{{"url", "data:" + *media_type + ";base64," + *data}}};
  if (*type == "text" && has_data && *media_type == "text/plain") return {{{"text", *data}}};
  const std::string* url = find_text(*source, "url");
  const std::string scheme = url == nullptr ? std::string() : scheme_of(*url);
  if (*type == "url" && (scheme == "http" || scheme == "https")) return {{{"url", *url}}};
  const std::string* id = find_text(*source, "file_id");
  if (*type == "file" && id != nullptr && !id->empty()) return {{{"file_id", *id}}};
  return std::nullopt;
}

// An image or document with nothing but a source and a title.
std::optional<JsonValue> neutral_media(const JsonValue& block, bool is_image) {
  const bool is_plain = is_image ? has_only(block, {"type", "source"}) : has_only(block, {"type", "source", "title"});
  auto members = is_plain ? neutral_source(block, is_image) : std::nullopt;
  if (!members) return std::nullopt;
  if (is_image && members->front().key == "text") return std::nullopt;
  if (const std::string* title = find_text(block, "title"); title != nullptr && !title->empty()) {
    members->push_back({"name", *title});
  }
  return make_object(*std::move(members));
}

std::optional<Component> find_media(const JsonValue& block, std::string_view type, std::string_view role) {
  if (type != "image" && type != "document") return std::nullopt;
  auto content = neutral_media(block, type == "image");
  if (!content) return std::nullopt;
  Component media = make_block(role, type, *std::move(content));
  if (media.content->find("file_id") != nullptr) set_attribute(media, "lw:vendor", std::string(kVendor));
  return media;
}

std::optional<Component> find_reasoning(const JsonValue& block, std::string_view type) {
  std::vector<JsonMember> members;
  if (type == "thinking" && find_text(block, "thinking") != nullptr) {
    members.push_back({"text", *block.find("thinking")});
    if (find_text(block, "signature") != nullptr) members.push_back({"signature", *block.find("signature")});
  } else if (type == "redacted_thinking" && find_text(block, "data") != nullptr) {
    members = {{"data", *block.find("data")}};
  } else {
    return std::nullopt;
  }
  Component reasoning = make_block("assistant", "reasoning", make_object(std::move(members)));
  set_attribute(reasoning, "lw:vendor", std::string(kVendor));
  return reasoning;
}

Result<Component> read_call(const JsonField& field, const JsonValue& block) {
  LW_TRY_ASSIGN(const JsonField id, field.member("id"));
  LW_TRY_ASSIGN(const std::string_view id_text, id.text());
  LW_TRY_ASSIGN(const JsonField name, field.member("name"));
  LW_TRY_ASSIGN(const std::string_view name_text, name.text());
  LW_TRY_ASSIGN(const JsonField input, field.member("input"));
  if (id_text.empty()) return id.error("a call needs an id");
  if (name_text.empty()) return name.error("a call needs the name of a tool");
  Component call = make_block(
      "assistant", "call",
      make_object({{"id", std::string(id_text)}, {"name", std::string(name_text)}, {"arguments", ordered(input)}}));
  keep_members(call, "lw:members", kVendor, block, {"type", "id", "name", "input"});
  return call;
}

// A part of a result, as {"kind","content"}.
JsonValue neutral_part(const JsonValue& block, bool& is_bound) {
  const std::string* type = find_text(block, "type");
  const std::string* text = find_text(block, "text");
  if (type != nullptr && *type == "text" && text != nullptr && has_only(block, {"type", "text"})) {
    return make_object({{"kind", "text"}, {"content", *text}});
  }
  if (type != nullptr) {
    if (auto media = find_media(block, *type, "tool")) {
      is_bound = is_bound || !media->attributes.empty();
      return make_object({{"kind", *media->kind}, {"content", *media->content}});
    }
  }
  is_bound = true;
  return make_object({{"kind", "opaque"}, {"content", block}});
}

Result<Component> read_result(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField id, field.member("tool_use_id"));
  LW_TRY_ASSIGN(const std::string_view id_text, id.text());
  Component result = make_block("tool", "result", "");
  set_attribute(result, "lw:call_id", std::string(id_text));
  if (const auto content = field.find("content")) {
    if (content->value().as_string() != nullptr) {
      result.content = content->value();
    } else {
      LW_TRY_ASSIGN(const std::vector<JsonField> parts, read_parts(*content));
      JsonValue::Array neutral;
      bool is_bound = false;
      for (const JsonField& part : parts) {
        neutral.push_back(neutral_part(without_breakpoints(part.value()), is_bound));
      }
      result.content = JsonValue(std::move(neutral));
      set_attribute(result, "lw:parts", true);
      if (is_bound) set_attribute(result, "lw:vendor", std::string(kVendor));
    }
  }
  const JsonValue* is_error = field.value().find("is_error");
  if (is_error != nullptr && is_error->as_bool() != nullptr && *is_error->as_bool()) {
    set_attribute(result, "lw:is_error", true);
  }
  keep_members(result, "lw:members", kVendor, field.value(),
               {"type", "tool_use_id", "content", "is_error", "cache_control"});
  return result;
}

// A tool that the vendor runs is called with arguments, too.
Component read_opaque(const JsonField& field, JsonValue block, std::string_view role) {
  if (!field.find("input")) return make_opaque(role, kVendor, std::move(block));
  return make_ordered_opaque(role, kVendor, std::move(block), text_without_breakpoints(field.json_in_order()));
}

Result<Component> read_block(const JsonField& field, std::string_view role) {
  LW_TRY_ASSIGN(const JsonField type_field, field.member("type"));
  LW_TRY_ASSIGN(const std::string_view type, type_field.text());
  if (type == "tool_result") return read_result(field);
  JsonValue block = without_breakpoints(field.value());
  if (type == "tool_use") return read_call(field, block);
  if (type == "text" && find_text(block, "text") != nullptr) {
    Component text = make_block(role, "text", *block.find("text"));
    keep_members(text, "lw:members", kVendor, block, {"type", "text"});
    return text;
  }
  if (auto reasoning = find_reasoning(block, type)) return *std::move(reasoning);
  if (auto media = find_media(block, type, role)) return *std::move(media);
  return read_opaque(field, std::move(block), role);
}

Result<std::vector<Component>> read_content(const JsonField& content, std::string_view role) {
  std::vector<Component> blocks;
  if (const std::string* text = content.value().as_string()) {
    blocks.push_back(make_block(role, "text", *text));
    return blocks;
  }
  LW_TRY_ASSIGN(const std::vector<JsonField> parts, read_parts(content));
  for (const JsonField& part : parts) {
    LW_TRY_ASSIGN(Component block, read_block(part, role));
    blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace

Result<ChatMessage> read_anthropic_message(const JsonField& message, std::string_view number) {
  LW_TRY_ASSIGN(const JsonField role_field, message.member("role"));
  LW_TRY_ASSIGN(const std::string_view role, role_field.text());
  if (role != "user" && role != "assistant" && role != "system") {
    return role_field.error("one of user, assistant, system expected");
  }
  LW_TRY_ASSIGN(const JsonField content, message.member("content"));
  LW_TRY_ASSIGN(std::vector<Component> blocks, read_content(content, role));
  // A model that had nothing to say has spoken all the same.
  if (blocks.empty()) blocks.push_back(make_block(role, "text", ""));
  keep_members(blocks.front(), "lw:message_members", kVendor, message.value(), {"role", "content"});
  tie_together(blocks, number);
  return ChatMessage{std::string(role), std::move(blocks)};
}

Result<std::vector<Component>> read_anthropic_system(const JsonField& system) { return read_content(system, "system"); }

Result<Component> read_anthropic_tool(const JsonField& tool) {
  if (tool.value().as_object() == nullptr) return tool.error("an object expected");
  const JsonValue definition = without_breakpoints(tool.value());
  const JsonValue* type = definition.find("type");
  const bool is_custom = type == nullptr || type->is_null() || *type == JsonValue("custom");
  const bool is_own = is_custom && has_only(definition, {"type", "name", "description", "input_schema", "strict"}) &&
                      find_text(definition, "name") != nullptr && definition.find("input_schema") != nullptr;
  Component block = make_ordered_opaque("system", kVendor, definition, text_without_breakpoints(tool.json_in_order()));
  if (is_own) {
    std::vector<JsonMember> members = members_besides(definition, {"type", "input_schema"});
    const auto schema = tool.find("input_schema");
    members.push_back({"parameters", schema ? ordered(*schema) : JsonValue()});
    block = make_block("system", "tool", make_object(std::move(members)));
  }
  block.node_type = "cb:tool";
  return block;
}

}  // namespace latewood::exchange
