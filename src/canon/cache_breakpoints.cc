#include "canon/cache_breakpoints.h"

#include <utility>
#include <vector>

#include "canon/json_source.h"
#include "canon/json_writer.h"

namespace latewood {
namespace {

// Members of a block that contain blocks.
bool holds_blocks(std::string_view key) { return key == "content" || key == "source"; }

}  // namespace

JsonValue without_breakpoints(const JsonValue& value) {
  if (const JsonValue::Array* items = value.as_array()) {
    JsonValue::Array list;
    for (const JsonValue& item : *items) list.push_back(without_breakpoints(item));
    return list;
  }
  const JsonValue::Object* block = value.as_object();
  if (block == nullptr) return value;
  std::vector<JsonMember> members;
  for (const JsonMember& member : *block) {
    if (member.key == "cache_control") continue;
    members.push_back({member.key, holds_blocks(member.key) ? without_breakpoints(member.value) : member.value});
  }
  return make_object(std::move(members));
}

std::string text_without_breakpoints(std::string_view json) {
  const std::size_t start = json.find_first_of("{[\"");
  if (start == json.npos || json[start] == '"') return json_in_order(json);
  const bool is_list = json[start] == '[';
  std::string out(1, json[start]);
  const auto add_comma = [&out] {
    if (out.size() > 1) out.push_back(',');
  };
  if (is_list) {
    for (const std::string_view item : item_sources(json)) {
      add_comma();
      out.append(text_without_breakpoints(item));
    }
    return out.append("]");
  }
  for_each_member(json, [&](const std::string& key, std::string_view value) {
    if (key == "cache_control") return;
    add_comma();
    append_json_string(out, key);
    out.append(":").append(holds_blocks(key) ? text_without_breakpoints(value) : json_in_order(value));
  });
  return out.append("}");
}

}  // namespace latewood
