#include "exchange/chat/chat_message.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "canon/json_writer.h"
#include "canon/media_url.h"

namespace latewood::exchange {
namespace {

bool is_known(const JsonMember& member, std::initializer_list<std::string_view> known) {
  return std::find(known.begin(), known.end(), member.key) != known.end();
}

bool is_result(const Component& block) { return block.kind == "result"; }

}  // namespace

Component make_block(std::string_view role, std::string_view kind, JsonValue content) {
  Component block;
  block.role = std::string(role);
  block.kind = std::string(kind);
  block.content = std::move(content);
  return block;
}

void set_attribute(Component& block, std::string_view name, JsonValue value) {
  block.attributes.push_back({std::string(name), std::move(value)});
}

Component make_opaque(std::string_view role, std::string_view vendor, JsonValue item) {
  Component block = make_block(role, "opaque", std::move(item));
  set_attribute(block, "lw:vendor", std::string(vendor));
  return block;
}

Component make_ordered_opaque(std::string_view role, std::string_view vendor, JsonValue item, std::string in_order) {
  return make_opaque(role, vendor, ordered_item(std::move(item), std::move(in_order)));
}

JsonValue ordered_item(JsonValue item, std::string in_order) {
  const auto holds_more = [](const JsonMember& member) {
    return member.value.as_object() != nullptr || member.value.as_array() != nullptr;
  };
  const JsonValue::Object* members = item.as_object();
  const bool has_order = members != nullptr && std::any_of(members->begin(), members->end(), holds_more);
  return has_order && in_order != canonical_json(item) ? JsonValue(std::move(in_order)) : item;
}

JsonValue ordered(const JsonField& value) {
  const bool has_order = value.value().as_object() != nullptr || value.value().as_array() != nullptr;
  return has_order ? JsonValue(value.json_in_order()) : value.value();
}

std::vector<JsonMember> members_besides(const JsonValue& object, std::initializer_list<std::string_view> known) {
  std::vector<JsonMember> members;
  for (const JsonMember& member : *object.as_object()) {
    if (!is_known(member, known)) members.push_back(member);
  }
  return members;
}

void keep_members(Component& block, std::string_view attribute, std::string_view vendor,
                  std::vector<JsonMember> members) {
  if (members.empty()) return;
  set_attribute(block, attribute, make_object({{std::string(vendor), make_object(std::move(members))}}));
}

void keep_members(Component& block, std::string_view attribute, std::string_view vendor, const JsonValue& object,
                  std::initializer_list<std::string_view> known) {
  keep_members(block, attribute, vendor, members_besides(object, known));
}

bool has_only(const JsonValue& object, std::initializer_list<std::string_view> known) {
  const JsonValue::Object* members = object.as_object();
  return members != nullptr && std::all_of(members->begin(), members->end(),
                                           [&](const JsonMember& member) { return is_known(member, known); });
}

void tie_together(std::vector<Component>& blocks, std::string_view number) {
  const auto said = blocks.size() - static_cast<std::size_t>(std::count_if(blocks.begin(), blocks.end(), is_result));
  if (said < 2) return;
  for (Component& block : blocks) {
    if (!is_result(block)) set_attribute(block, "lw:message", std::string(number));
  }
}

Result<std::vector<JsonField>> read_parts(const JsonField& content) {
  if (content.value().as_array() == nullptr) return content.error("a text or an array expected");
  LW_TRY_ASSIGN(std::vector<JsonField> parts, content.items());
  for (const JsonField& part : parts) {
    if (part.value().as_object() == nullptr) return part.error("an object expected");
  }
  return parts;
}

bool is_base64_url(const std::string& url) {
  const std::size_t comma = url.find(',');
  return url.starts_with("data:") && comma != std::string::npos && comma + 1 < url.size() &&
         url.substr(0, comma).ends_with(";base64") && url.find(';') > 5 && url.find(';') + 7 == comma &&
         is_base64(std::string_view(url).substr(comma + 1));
}

const std::string* find_text(const JsonValue& object, std::string_view key) {
  const JsonValue* member = object.find(key);
  return member == nullptr ? nullptr : member->as_string();
}

}  // namespace latewood::exchange
