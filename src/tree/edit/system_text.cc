#include "tree/edit/system_text.h"

#include <algorithm>
#include <string_view>

#include "canon/json_reader.h"
#include "tree/edit/marker.h"

namespace latewood::tree {
namespace {

bool is_system_role(std::string_view role) { return role == "system" || role == "developer"; }

// Whether the value has a system role at any depth: items may be nested.
bool has_system_role(const JsonValue& value) {
  if (const JsonValue::Array* items = value.as_array()) {
    return std::any_of(items->begin(), items->end(), has_system_role);
  }
  const JsonValue::Object* members = value.as_object();
  if (members == nullptr) return false;
  return std::any_of(members->begin(), members->end(), [](const JsonMember& member) {
    const std::string* text = member.key == "role" ? member.value.as_string() : nullptr;
    return text != nullptr ? is_system_role(*text) : has_system_role(member.value);
  });
}

// An item is a JSON object, or the text of one.
bool is_system_item(const JsonValue& item) {
  const std::string* text = item.as_string();
  if (text == nullptr) return has_system_role(item);
  const auto parsed = parse_json(*text);
  return parsed && has_system_role(*parsed);
}

// A replacement without a kind has the kind of the block it replaces.
bool may_be_item(bool is_replacement, const std::string* kind) {
  return kind == nullptr ? is_replacement : *kind == "opaque";
}

const std::string* find(const std::optional<std::string>& text) { return text ? &*text : nullptr; }

}  // namespace

bool speaks_for_system(const Component& component) {
  if (component.role && is_system_role(*component.role)) return true;
  return component.content &&
         may_be_item(is_replacement(component.node_type, component.attributes), find(component.kind)) &&
         is_system_item(*component.content);
}

bool speaks_for_system(const Node& node) {
  if (node.node_class() != NodeClass::Block && node.node_class() != NodeClass::Core) return false;
  if (node.role() != nullptr && is_system_role(*node.role())) return true;
  if (node.payload() == nullptr || node.payload()->is_purged() || !may_be_item(is_replacement(node), node.kind()))
    return false;
  const auto content = parse_json(node.payload()->json());
  return content && is_system_item(*content);
}

bool would_speak_for_system(const Node& node, const JsonValue& content) {
  if (node.role() != nullptr && is_system_role(*node.role())) return true;
  return may_be_item(is_replacement(node), node.kind()) && is_system_item(content);
}

bool holds_system_text(const Subtree& subtree, Subtree::Index at) {
  for (Subtree::Index i = at; i < subtree.next(at); ++i) {
    if (speaks_for_system(subtree.node(i))) return true;
  }
  return false;
}

}  // namespace latewood::tree
