// Contents of Gemini. Names of members may be spelled as in JSON (`functionCall`) or as in protocol buffers
// (`function_call`). A part that is not exactly a neutral shape is kept as an item of the vendor's own, but calls and
// responses never are: the profile has to put them side by side.
#include <algorithm>

#include "base/try.h"
#include "canon/json_source.h"
#include "canon/media_url.h"
#include "exchange/chat/chat_message.h"

namespace latewood::exchange {
namespace {

constexpr std::string_view kVendor = "gemini";

// The member by either name; nothing if it is absent or null.
std::optional<JsonField> find_either(const JsonField& object, std::string_view camel, std::string_view snake) {
  auto field = object.find(camel);
  return field ? field : object.find(snake);
}

const JsonValue* find_either(const JsonValue& object, std::string_view camel, std::string_view snake) {
  const JsonValue* member = object.find(camel);
  return member != nullptr ? member : object.find(snake);
}

const std::string* find_either_text(const JsonValue& object, std::string_view camel, std::string_view snake) {
  const JsonValue* member = find_either(object, camel, snake);
  return member == nullptr ? nullptr : member->as_string();
}

bool is_image_type(std::string_view type) {
  return type == "image/jpeg" || type == "image/png" || type == "image/webp" || type == "image/heic" ||
         type == "image/heif";
}

bool is_document_type(std::string_view type) { return type == "application/pdf" || type.starts_with("text/"); }

void sign(Component& block, const JsonValue& part) {
  const std::string* signature = find_either_text(part, "thoughtSignature", "thought_signature");
  if (signature == nullptr || signature->empty()) return;
  set_attribute(block, "lw:signature", *signature);
  if (block.kind != "reasoning") set_attribute(block, "lw:vendor", std::string(kVendor));
}

std::optional<Component> find_inline(const JsonValue& part, std::string_view role) {
  const JsonValue* blob = find_either(part, "inlineData", "inline_data");
  if (blob == nullptr || !has_only(*blob, {"mimeType", "mime_type", "data"})) return std::nullopt;
  const std::string* type = find_either_text(*blob, "mimeType", "mime_type");
  const std::string* data = find_text(*blob, "data");
  if (type == nullptr || data == nullptr || !is_base64(*data)) return std::nullopt;
  if (!is_image_type(*type) && !is_document_type(*type)) return std::nullopt;
  // The type must be readable from the data URL again.
  if (type->find_first_of(";, ") != std::string::npos) return std::nullopt;
  return make_block(role, is_image_type(*type) ? "image" : "document",
                    make_object({{"url", "data:" + *type + ";base64," + *data}}));
}

// A file on the web, or one that was given to the vendor, which alone can read it.
std::optional<Component> find_file(const JsonValue& part, std::string_view role) {
  const JsonValue* file = find_either(part, "fileData", "file_data");
  if (file == nullptr || !has_only(*file, {"mimeType", "mime_type", "fileUri", "file_uri"})) return std::nullopt;
  const std::string* uri = find_either_text(*file, "fileUri", "file_uri");
  const std::string* type = find_either_text(*file, "mimeType", "mime_type");
  if (uri == nullptr || uri->empty() || (type == nullptr && file->as_object()->size() > 1)) return std::nullopt;
  if (type != nullptr && type->empty()) return std::nullopt;
  const bool is_image = type != nullptr && is_image_type(*type);
  if (type != nullptr && !is_image && !is_document_type(*type)) return std::nullopt;
  const std::string scheme = scheme_of(*uri);
  const bool is_own = uri->starts_with("https://generativelanguage.googleapis.com/") ||
                      (scheme != "http" && scheme != "https" && scheme != "gs");
  std::vector<JsonMember> members = {{is_own ? "file_id" : "url", *uri}};
  if (type != nullptr) members.push_back({"media_type", *type});
  Component block = make_block(role, is_image ? "image" : "document", make_object(std::move(members)));
  if (is_own) set_attribute(block, "lw:vendor", std::string(kVendor));
  return block;
}

// With the signature beside it; nothing if there is more to the part.
std::optional<Component> find_plain_part(const JsonValue& part, std::string_view role) {
  const std::string* text = find_text(part, "text");
  const JsonValue* thought = part.find("thought");
  const bool is_thought = thought != nullptr && thought->as_bool() != nullptr && *thought->as_bool();
  const bool is_text = text != nullptr && has_only(part, {"text", "thought", "thoughtSignature", "thought_signature"});
  if (is_text && is_thought && !text->empty()) {
    std::vector<JsonMember> members = {{"text", *text}};
    const std::string* signature = find_either_text(part, "thoughtSignature", "thought_signature");
    if (signature != nullptr && !signature->empty()) members.push_back({"signature", *signature});
    Component reasoning = make_block("assistant", "reasoning", make_object(std::move(members)));
    set_attribute(reasoning, "lw:vendor", std::string(kVendor));
    return reasoning;
  }
  if (thought != nullptr) return std::nullopt;
  std::optional<Component> block;
  if (is_text) block = make_block(role, "text", *text);
  const bool is_media = has_only(part, {"inlineData", "inline_data", "thoughtSignature", "thought_signature"}) ||
                        has_only(part, {"fileData", "file_data", "thoughtSignature", "thought_signature"});
  if (!block && is_media) block = find_inline(part, role);
  if (!block && is_media) block = find_file(part, role);
  if (!block) return std::nullopt;
  const bool is_bound = !block->attributes.empty();
  const bool is_signed = find_either(part, "thoughtSignature", "thought_signature") != nullptr;
  if (is_bound && is_signed) return std::nullopt;
  sign(*block, part);
  return block;
}

// Members beside the known ones: of the part, and of the object in it.
void keep_part_members(Component& block, const JsonValue& part, const JsonValue& inner, std::string_view camel,
                       std::string_view snake, std::initializer_list<std::string_view> known) {
  std::vector<JsonMember> members = members_besides(part, {camel, snake, "thoughtSignature", "thought_signature"});
  std::vector<JsonMember> within = members_besides(inner, known);
  if (!within.empty()) members.push_back({std::string(camel), make_object(std::move(within))});
  keep_members(block, "lw:members", kVendor, std::move(members));
}

Result<Component> read_function_call(const JsonField& part, const JsonField& field, std::string_view number,
                                     GeminiCalls& calls) {
  if (field.value().as_object() == nullptr) return field.error("an object expected");
  LW_TRY_ASSIGN(const JsonField name, field.member("name"));
  LW_TRY_ASSIGN(const std::string_view name_text, name.text());
  if (name_text.empty()) return name.error("a call needs the name of a tool");
  std::string id;
  if (const auto given = field.find("id")) {
    LW_TRY_ASSIGN(const std::string_view text, given->text());
    id = text;
  }
  const bool is_added = id.empty();
  id = calls.add(id, name_text, number);
  JsonValue arguments = "{}";
  if (const auto args = field.find("args")) {
    if (args->value().as_object() == nullptr) return args->error("an object expected");
    arguments = ordered(*args);
  }
  Component call = make_block(
      "assistant", "call",
      make_object({{"id", std::move(id)}, {"name", std::string(name_text)}, {"arguments", std::move(arguments)}}));
  if (is_added) set_attribute(call, "lw:id_added", true);
  sign(call, part.value());
  keep_part_members(call, part.value(), field.value(), "functionCall", "function_call", {"id", "name", "args"});
  return call;
}

// The text of a response: {"output"} and {"error"} with a text alone are what the profile writes for a text.
void set_response(Component& result, const JsonValue& response) {
  for (const std::string_view key : {"output", "error"}) {
    if (!has_only(response, {key}) || find_text(response, key) == nullptr) continue;
    result.content = *response.find(key);
    if (key == "error") set_attribute(result, "lw:is_error", true);
    return;
  }
  result.content = response;
}

Result<Component> read_function_response(const JsonField& part, const JsonField& field, GeminiCalls& calls) {
  if (field.value().as_object() == nullptr) return field.error("an object expected");
  LW_TRY_ASSIGN(const JsonField name, field.member("name"));
  LW_TRY_ASSIGN(const std::string_view name_text, name.text());
  std::string id;
  if (const auto given = field.find("id")) {
    LW_TRY_ASSIGN(const std::string_view text, given->text());
    id = text;
  }
  id = calls.answer(id, name_text);
  Component result = make_block("tool", "result", make_object({}));
  if (const auto response = field.find("response")) {
    if (response->value().as_object() == nullptr) return response->error("an object expected");
    set_response(result, response->value());
  }
  set_attribute(result, "lw:call_id", std::move(id));
  keep_part_members(result, part.value(), field.value(), "functionResponse", "function_response",
                    {"id", "name", "response"});
  return result;
}

Result<Component> read_gemini_part(const JsonField& part, std::string_view role, std::string_view number,
                                   GeminiCalls& calls) {
  if (const auto call = find_either(part, "functionCall", "function_call")) {
    return read_function_call(part, *call, number, calls);
  }
  if (const auto response = find_either(part, "functionResponse", "function_response")) {
    return read_function_response(part, *response, calls);
  }
  if (auto block = find_plain_part(part.value(), role)) return *std::move(block);
  return make_opaque(role, kVendor, part.value());
}

// A declaration that other vendors understand: with a JSON Schema, or with a `parameters` of words that mean the same
// in one but for the case of its types.
bool is_common_schema(const JsonValue& schema) {
  if (schema.as_object() == nullptr) return false;
  for (const JsonMember& member : *schema.as_object()) {
    if (member.key == "properties") {
      if (member.value.as_object() == nullptr) return false;
      for (const JsonMember& property : *member.value.as_object()) {
        if (!is_common_schema(property.value)) return false;
      }
    } else if (member.key == "items") {
      if (!is_common_schema(member.value)) return false;
    } else if (member.key != "type" && member.key != "description" && member.key != "enum" &&
               member.key != "required" && member.key != "format" && member.key != "title") {
      return false;
    }
  }
  return true;
}

// In compact JSON text these bytes are a member of a schema and nothing else: inside a text, quotes are escaped.
std::string with_small_types(std::string text) {
  for (const std::string_view type : {"OBJECT", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "NULL"}) {
    const std::string given = "\"type\":\"" + std::string(type) + "\"";
    std::string small = given;
    std::transform(small.begin() + 8, small.end(), small.begin() + 8,
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (std::size_t at = text.find(given); at != text.npos; at = text.find(given, at)) {
      text.replace(at, given.size(), small);
    }
  }
  return text;
}

std::optional<Component> find_declaration(const JsonField& declaration) {
  const JsonValue& value = declaration.value();
  const auto schema = find_either(declaration, "parametersJsonSchema", "parameters_json_schema");
  const auto own = declaration.find("parameters");
  const bool is_common =
      has_only(value, {"name", "description", "parameters", "parametersJsonSchema", "parameters_json_schema"}) &&
      find_text(value, "name") != nullptr && !(schema && own) && (!own || is_common_schema(own->value()));
  if (!is_common) return std::nullopt;
  std::vector<JsonMember> members = {{"name", *value.find("name")}};
  if (find_text(value, "description") != nullptr) members.push_back({"description", *value.find("description")});
  if (schema) members.push_back({"parameters", ordered(*schema)});
  if (own) members.push_back({"parameters", with_small_types(own->json_in_order())});
  Component tool = make_block("system", "tool", make_object(std::move(members)));
  tool.node_type = "cb:tool";
  return tool;
}

Component own_tool(JsonValue item, std::string in_order) {
  Component tool = make_ordered_opaque("system", kVendor, std::move(item), std::move(in_order));
  tool.node_type = "cb:tool";
  return tool;
}

}  // namespace

GeminiCalls::GeminiCalls(const std::vector<Call>& open) {
  for (const Call& call : open) open_[call.name].push_back(call.id);
}

std::string GeminiCalls::add(std::string_view id, std::string_view name, std::string_view number) {
  std::string known(id);
  if (known.empty()) known = "call_" + std::string(number) + "_" + std::to_string(made_++);
  answered_.erase(known);
  open_[std::string(name)].push_back(known);
  return known;
}

std::string GeminiCalls::answer(std::string_view id, std::string_view name) {
  if (!id.empty()) return *answered_.emplace(id).first;
  const auto found = open_.find(name);
  while (found != open_.end() && !found->second.empty()) {
    std::string oldest = std::move(found->second.front());
    found->second.pop_front();
    if (!answered_.contains(oldest)) return oldest;
  }
  return std::string(name);
}

Result<ChatMessage> read_gemini_content(const JsonField& content, std::string_view number, GeminiCalls& calls) {
  std::string role = "user";
  if (const auto role_field = content.find("role")) {
    LW_TRY_ASSIGN(const std::string_view given, role_field->text());
    if (given != "user" && given != "model" && given != "function" && given != "tool") {
      return role_field->error("one of user, model expected");
    }
    role = given == "model" ? "assistant" : "user";
  }
  if (content.value().as_object() == nullptr) return content.error("an object expected");
  ChatMessage message{role, {}};
  std::vector<JsonField> parts;
  if (const auto given = content.find("parts")) {
    LW_TRY_ASSIGN(parts, read_parts(*given));
  }
  for (const JsonField& part : parts) {
    LW_TRY_ASSIGN(Component block, read_gemini_part(part, role, number, calls));
    message.blocks.push_back(std::move(block));
  }
  // A model that had nothing to say has spoken all the same.
  if (parts.empty()) message.blocks.push_back(make_block(role, "text", ""));
  tie_together(message.blocks, number);
  return message;
}

Result<std::vector<Component>> read_gemini_system(const JsonField& system) {
  std::vector<Component> blocks;
  if (const std::string* text = system.value().as_string()) {
    blocks.push_back(make_block("system", "text", *text));
    return blocks;
  }
  LW_TRY_ASSIGN(const JsonField parts_field, system.member("parts"));
  LW_TRY_ASSIGN(const std::vector<JsonField> parts, read_parts(parts_field));
  for (const JsonField& part : parts) {
    LW_TRY_ASSIGN(const JsonField text, part.member("text"));
    LW_TRY_ASSIGN(const std::string_view words, text.text());
    blocks.push_back(make_block("system", "text", std::string(words)));
  }
  return blocks;
}

Result<std::vector<Component>> read_gemini_tool(const JsonField& tool) {
  if (tool.value().as_object() == nullptr) return tool.error("an object expected");
  std::vector<Component> tools;
  const auto functions = find_either(tool, "functionDeclarations", "function_declarations");
  if (!functions || !has_only(tool.value(), {"functionDeclarations", "function_declarations"})) {
    tools.push_back(own_tool(tool.value(), tool.json_in_order()));
    return tools;
  }
  LW_TRY_ASSIGN(const std::vector<JsonField> items, functions->items());
  for (const JsonField& item : items) {
    if (auto declaration = find_declaration(item)) {
      tools.push_back(*std::move(declaration));
    } else {
      tools.push_back(own_tool(make_object({{"functionDeclarations", JsonValue(JsonValue::Array{item.value()})}}),
                               "{\"functionDeclarations\":[" + item.json_in_order() + "]}"));
    }
  }
  return tools;
}

}  // namespace latewood::exchange
