#include "engine/record/component_json.h"

#include <string>
#include <utility>

#include "base/try.h"

namespace latewood::engine {
namespace {

void add_text(std::vector<JsonMember>& members, const char* name, const std::optional<std::string>& text) {
  if (text) members.push_back({name, JsonValue(*text)});
}

}  // namespace

JsonValue attributes_json(std::vector<JsonMember> attributes) { return make_object(std::move(attributes)); }

Result<std::vector<JsonMember>> read_attributes(const JsonField& object) {
  const JsonValue::Object* members = object.value().as_object();
  if (members == nullptr) return object.error("an object expected");
  return *members;
}

JsonValue component_json(const Component& component) {
  std::vector<JsonMember> members;
  add_text(members, "id", component.id);
  members.push_back({"nodeType", JsonValue(component.node_type)});
  if (component.offset != 0) members.push_back({"offset", JsonValue(component.offset)});
  if (component.ttl) members.push_back({"ttl", JsonValue(*component.ttl)});
  if (component.priority != 0) members.push_back({"priority", JsonValue(component.priority)});
  add_text(members, "role", component.role);
  add_text(members, "kind", component.kind);
  // Null is valid content. A member with a list of one value distinguishes null content from no content.
  if (component.content) members.push_back({"content", JsonValue(JsonValue::Array{*component.content})});
  if (component.removable) members.push_back({"removable", JsonValue(*component.removable)});
  add_text(members, "key", component.key);
  add_text(members, "provenance", component.provenance);
  if (!component.attributes.empty()) members.push_back({"attributes", attributes_json(component.attributes)});
  return make_object(std::move(members));
}

Result<Component> read_component(const JsonField& object) {
  Component component;
  LW_TRY_ASSIGN(component.id, find_text(object, "id"));
  LW_TRY_ASSIGN(const JsonField type, object.member("nodeType"));
  LW_TRY_ASSIGN(component.node_type, type.text());
  LW_TRY_ASSIGN(const auto offset, find_i64(object, "offset"));
  LW_TRY_ASSIGN(component.ttl, find_i64(object, "ttl"));
  LW_TRY_ASSIGN(const auto priority, find_i64(object, "priority"));
  component.offset = offset.value_or(0);
  component.priority = priority.value_or(0);
  LW_TRY_ASSIGN(component.role, find_text(object, "role"));
  LW_TRY_ASSIGN(component.kind, find_text(object, "kind"));
  if (const auto content = object.find("content")) {
    LW_TRY_ASSIGN(const std::vector<JsonField> items, content->items());
    if (items.size() != 1) return content->error("a list of one value expected");
    component.content = items.front().value();
  }
  if (const auto removable = object.find("removable")) {
    const bool* found = removable->value().as_bool();
    if (found == nullptr) return removable->error("true or false expected");
    component.removable = *found;
  }
  LW_TRY_ASSIGN(component.key, find_text(object, "key"));
  LW_TRY_ASSIGN(component.provenance, find_text(object, "provenance"));
  if (const auto attributes = object.find("attributes")) {
    LW_TRY_ASSIGN(component.attributes, read_attributes(*attributes));
  }
  return component;
}

}  // namespace latewood::engine
