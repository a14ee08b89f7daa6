#include "latewood/ordered_content.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "base/try.h"
#include "canon/json_reader.h"
#include "exchange/chat/chat_message.h"

namespace latewood {
namespace {

// Returns the object with these members as text, if they are objects or lists.
JsonValue with_texts(const JsonField& object, std::initializer_list<std::string_view> keys) {
  std::vector<JsonMember> members = *object.value().as_object();
  for (JsonMember& member : members) {
    const bool is_named = std::find(keys.begin(), keys.end(), member.key) != keys.end();
    const auto field = is_named ? object.find(member.key) : std::nullopt;
    if (field) member.value = exchange::ordered(*field);
  }
  return make_object(std::move(members));
}

JsonValue tool_content(const JsonField& tool) {
  const auto function = tool.find("function");
  if (!function || function->value().as_object() == nullptr) {
    return with_texts(tool, {"parameters", "input_schema", "parametersJsonSchema"});
  }
  std::vector<JsonMember> members = *tool.value().as_object();
  for (JsonMember& member : members) {
    if (member.key == "function") member.value = with_texts(*function, {"parameters"});
  }
  return make_object(std::move(members));
}

}  // namespace

Result<JsonValue> parse_content(std::string_view json, std::string_view kind, std::string_view node_type) {
  LW_TRY_ASSIGN(JsonValue value, parse_json(json));
  if (value.as_object() == nullptr) return value;
  const JsonField content(value, json);
  if (node_type == "cb:tool")
    return kind == "opaque" ? exchange::ordered_item(value, content.json_in_order()) : tool_content(content);
  if (kind == "call") return with_texts(content, {"arguments"});
  if (kind == "opaque" && (content.find("input") || content.find("arguments")))
    return exchange::ordered_item(value, content.json_in_order());
  return value;
}

}  // namespace latewood
