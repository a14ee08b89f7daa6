#include "exchange/chat_message.h"

#include <algorithm>
#include <utility>

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

void keep_members(Component& block, std::string_view attribute, std::string_view vendor, const JsonValue& object,
                  std::initializer_list<std::string_view> known) {
  std::vector<JsonMember> kept;
  for (const JsonMember& member : *object.as_object()) {
    if (!is_known(member, known)) kept.push_back(member);
  }
  if (kept.empty()) return;
  set_attribute(block, attribute, make_object({{std::string(vendor), make_object(std::move(kept))}}));
}

bool has_only(const JsonValue& object, std::initializer_list<std::string_view> known) {
  const JsonValue::Object* members = object.as_object();
  return members != nullptr && std::all_of(members->begin(), members->end(),
                                           [&](const JsonMember& member) { return is_known(member, known); });
}

void tie_together(std::vector<Component>& blocks, std::size_t index) {
  const auto said = blocks.size() - static_cast<std::size_t>(std::count_if(blocks.begin(), blocks.end(), is_result));
  if (said < 2) return;
  for (Component& block : blocks) {
    if (!is_result(block)) set_attribute(block, "lw:message", std::to_string(index));
  }
}

const std::string* find_text(const JsonValue& object, std::string_view key) {
  const JsonValue* member = object.find(key);
  return member == nullptr ? nullptr : member->as_string();
}

}  // namespace latewood::exchange
