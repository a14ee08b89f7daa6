#include "render/parts/content.h"

#include <algorithm>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_cursor.h"
#include "canon/json_reader.h"
#include "canon/json_source.h"
#include "canon/json_writer.h"
#include "canon/media_url.h"
#include "render/parts/kept_members.h"

namespace latewood::render {
namespace {

JsonValue value_of(const Block& block) {
  // Stored content is valid JSON, so this cannot fail.
  auto value = parse_json(block.json);
  return value ? *std::move(value) : JsonValue();
}

std::string text_of(const JsonValue& object, std::string_view key) {
  const JsonValue* member = object.find(key);
  const std::string* text = member == nullptr ? nullptr : member->as_string();
  return text == nullptr ? std::string() : *text;
}

Error invalid(const Block& block, std::string_view rule, const std::string& why) {
  return broken(rule, std::string(block.id) + ": " + why);
}

// data:<media type>;base64,<data>
Result<void> read_data_url(const Block& block, const std::string& url, Media& media) {
  constexpr std::string_view kBase64 = ";base64";
  const std::size_t comma = url.find(',');
  const std::string head = comma == std::string::npos ? std::string() : url.substr(5, comma - 5);
  if (!head.ends_with(kBase64)) return invalid(block, kContentInvalid, "a data URL must be data:TYPE;base64,DATA");
  media.data = url.substr(comma + 1);
  media.media_type = head.substr(0, head.find(';'));
  if (media.media_type.empty() || !is_base64(media.data)) {
    return invalid(block, kContentInvalid, "a data URL must have a type and data in base64");
  }
  return {};
}

Result<void> check_image(const Block& block, const Media& media) {
  if (!media.data.empty() && !media.media_type.starts_with("image/")) {
    return invalid(block, kContentInvalid, "an image of type " + canonical_json(JsonValue(media.media_type)));
  }
  const std::string_view detail = media.detail;
  if (detail.empty() || detail == "auto" || detail == "low" || detail == "high" || detail == "original") return {};
  return invalid(block, kContentInvalid, "the detail of an image is auto, low, high or original");
}

Kind kind_of_part(std::string_view kind) {
  if (kind == "image") return Kind::Image;
  if (kind == "document") return Kind::Document;
  if (kind == "opaque") return Kind::Opaque;
  return Kind::Text;
}

// Sets the schema of the tool. Text that is not JSON is kept, and `check_parameters` refuses it.
void set_schema(ToolDefinition& tool, const JsonValue& schema) {
  const std::string* text = schema.as_string();
  const auto parsed = text == nullptr ? Result<JsonValue>(schema) : parse_json(*text);
  tool.parameters = parsed ? *parsed : schema;
  tool.in_order = text != nullptr && parsed;
  tool.schema = tool.in_order ? json_in_order(*text) : canonical_json(*tool.parameters);
}

}  // namespace

std::optional<Call> find_call(const Block& block) {
  const JsonValue content = value_of(block);
  Call call{text_of(content, "id"), text_of(content, "name"), {}, true};
  if (call.id.empty() || call.name.empty()) return std::nullopt;
  if (const JsonValue* arguments = content.find("arguments")) call.arguments = *arguments;
  return call;
}

std::string arguments_text(const Call& call) {
  if (const std::string* text = call.arguments.as_string()) return *text;
  return call.arguments.is_null() ? "{}" : canonical_json(call.arguments);
}

std::optional<std::string> arguments_object(const Call& call) {
  if (call.arguments.as_object() != nullptr) return canonical_json(call.arguments);
  if (call.arguments.is_null()) return "{}";
  const std::string* text = call.arguments.as_string();
  if (text == nullptr) return std::nullopt;
  const auto parsed = parse_json(*text);
  if (!parsed || parsed->as_object() == nullptr) return std::nullopt;
  return call.in_order ? json_in_order(*text) : canonical_json(*parsed);
}

std::string Media::any_url() const { return data.empty() ? url : "data:" + media_type + ";base64," + data; }

Result<Media> read_media(const Block& block) {
  const JsonValue content = value_of(block);
  Media media;
  std::string url;
  if (const std::string* text = content.as_string()) {
    url = *text;
  } else {
    url = text_of(content, "url");
    media.file_id = text_of(content, "file_id");
    media.text = text_of(content, "text");
    media.media_type = text_of(content, "media_type");
    media.name = text_of(content, "name");
    media.detail = text_of(content, "detail");
  }
  const JsonValue* text = content.find("text");
  media.has_text = block.kind == Kind::Document && text != nullptr && text->as_string() != nullptr;
  const std::string scheme = scheme_of(url);
  if (scheme == "data") {
    LW_TRY(read_data_url(block, url, media));
  } else if (url.empty() || scheme == "http" || scheme == "https" || scheme == "gs") {
    media.url = url;
  } else {
    const std::string what = scheme.empty() ? "not a URL: " : "nobody fetches this: ";
    return invalid(block, kContentInvalid, what + canonical_json(JsonValue(std::string(excerpt(url)))));
  }
  if (block.kind == Kind::Image) LW_TRY(check_image(block, media));
  if (url.empty() && media.file_id.empty() && !media.has_text) {
    return invalid(block, kContentInvalid, "an image or document needs `url`, `file_id` or `text`");
  }
  return media;
}

Reasoning read_reasoning(const Block& block) {
  const JsonValue content = value_of(block);
  if (const std::string* text = content.as_string()) return {*text, {}, {}, {}};
  return {text_of(content, "text"), text_of(content, "signature"), text_of(content, "data"), text_of(content, "id")};
}

Result<void> check_web(const Media& media, const Block& block, std::string_view profile) {
  if (scheme_of(media.url) != "gs") return {};
  return invalid(block, kContentUnsupported, std::string(profile) + " takes no gs:// URL");
}

Result<void> check_data_type(const Media& media, const Block& block, std::string_view profile,
                             std::span<const std::string_view> types) {
  if (media.data.empty() || std::find(types.begin(), types.end(), media.media_type) != types.end()) return {};
  return invalid(block, kContentUnsupported,
                 std::string(profile) + " takes no data of type " + canonical_json(JsonValue(media.media_type)));
}

Result<std::optional<std::string>> find_transcript(const Block& block, std::string_view profile) {
  constexpr std::string_view kSpeaks = "openai";
  if (profile == kSpeaks || block.kind != Kind::Text || block.json != "\"\"") return std::optional<std::string>();
  const JsonValue* audio = find_kept_member(block, "lw:message_members", kSpeaks, "audio");
  if (audio == nullptr || audio->is_null()) return std::optional<std::string>();
  const std::string transcript = text_of(*audio, "transcript");
  if (!transcript.empty()) return std::optional<std::string>(canonical_json(JsonValue(transcript)));
  return invalid(block, kVendorBound,
                 "a spoken answer of openai without a transcript, which " + std::string(profile) + " cannot take");
}

std::string item_id(const Block& block) {
  if (block.kind == Kind::Reasoning) return read_reasoning(block).id;
  if (block.kind != Kind::Opaque) return {};
  // The output of a local shell has the id of its call.
  const JsonValue content = value_of(block);
  return text_of(content, "type") == "local_shell_call_output" ? std::string() : text_of(content, "id");
}

std::vector<ResultPart> read_result(const Block& block) {
  std::vector<ResultPart> parts;
  if (block.flag("lw:parts")) {
    const JsonValue content = value_of(block);
    if (const JsonValue::Array* items = content.as_array()) {
      for (const JsonValue& item : *items) {
        const JsonValue* inner = item.find("content");
        parts.push_back({kind_of_part(text_of(item, "kind")), inner == nullptr ? "\"\"" : canonical_json(*inner)});
      }
      return parts;
    }
  }
  parts.push_back({Kind::Text, std::string(block.json)});
  return parts;
}

std::string result_text(const Block& block) {
  std::string text = "\"\"";
  for (const ResultPart& part : read_result(block)) {
    std::string next;
    append_as_text(next, part.kind == Kind::Text ? part.json : "\"[not shown]\"");
    const bool is_first = text.size() == 2;
    text.pop_back();
    text.append(is_first ? "" : "\\n").append(next, 1);
  }
  return text;
}

Block block_of(const ResultPart& part, const Block& block) {
  Block inner = block;
  inner.kind = part.kind;
  inner.json = part.json;
  return inner;
}

Result<ToolDefinition> read_tool(const Block& block) {
  const JsonValue content = value_of(block);
  const JsonValue* wrapped = content.find("function");
  const JsonValue& function = wrapped == nullptr ? content : *wrapped;
  ToolDefinition tool;
  tool.name = text_of(function, "name");
  if (tool.name.empty()) return invalid(block, kToolInvalid, "a tool definition needs a `name`");
  if (const JsonValue* description = function.find("description")) {
    if (const std::string* text = description->as_string()) tool.description = *text;
  }
  for (const std::string_view key : {"parameters", "input_schema", "parametersJsonSchema"}) {
    const JsonValue* schema = function.find(key);
    if (schema != nullptr && !schema->is_null()) set_schema(tool, *schema);
  }
  if (tool.parameters && tool.parameters->as_object() == nullptr) {
    return invalid(block, kToolInvalid, "the parameters of a tool are a JSON schema, an object or the text of one");
  }
  if (const JsonValue* strict = function.find("strict")) {
    if (const bool* truth = strict->as_bool()) tool.strict = *truth;
  }
  return tool;
}

Result<void> check_parameters(const ToolDefinition& tool, const Block& block, std::string_view profile,
                              std::span<const std::string_view> refused) {
  if (!tool.parameters) return {};
  if (text_of(*tool.parameters, "type") != "object") {
    return invalid(block, kToolInvalid, std::string(profile) + " takes parameters of type object only");
  }
  for (const std::string_view key : refused) {
    if (tool.parameters->find(key) == nullptr) continue;
    return invalid(block, kToolInvalid,
                   std::string(profile) + " takes no parameters with `" + std::string(key) + "` at the top");
  }
  return {};
}

std::string vendor_tool_name(const Block& block) {
  const JsonValue content = value_of(block);
  for (const std::string_view key : {"function", "custom"}) {
    if (const JsonValue* wrapped = content.find(key)) return text_of(*wrapped, "name");
  }
  return text_of(content, "name");
}

bool is_foreign(const Block& block, std::string_view profile) {
  const std::string_view vendor = block.text_attribute("lw:vendor");
  return !vendor.empty() && vendor != profile;
}

Result<void> check_vendor(const Block& block, std::string_view profile) {
  const std::string_view vendor = block.text_attribute("lw:vendor");
  if (vendor == profile) return {};
  const std::string whose =
      vendor.empty() ? "an item that names no vendor (`lw:vendor`)" : "an item of " + std::string(vendor);
  return invalid(block, kVendorBound, whose + ", which " + std::string(profile) + " cannot take");
}

std::optional<std::string> opaque_text(const Block& block) {
  if (!block.json.starts_with('"')) return std::nullopt;
  const JsonValue content = value_of(block);
  const auto item = parse_json(*content.as_string());
  if (!item || item->as_object() == nullptr) return std::nullopt;
  return json_in_order(*content.as_string());
}

Result<void> check_opaque(const Block& block, std::string_view profile) {
  LW_TRY(check_vendor(block, profile));
  if (!block.json.starts_with('{'))
    return invalid(block, kContentInvalid, "an opaque item is a JSON object, or the text of one");
  return {};
}

}  // namespace latewood::render
