#include "operations/edits/component.h"

#include "base/rules.h"
#include "base/try.h"
#include "latewood/nearest_word.h"
#include "latewood/ordered_content.h"

namespace latewood::operations {

std::vector<Member> component_members() {
  return {optional("content", anything("a text or any JSON value; default: no content")),
          optional("role", text("user, assistant, tool, system or other; default: none")),
          optional("kind", text("text, call, result, image, ...; default: text if the content is a text")),
          optional("ttl", integer("the number of snapshots that contain it; default: no limit")),
          optional("offset", integer("below 0: before the core of its turn; above 0: after it; default: 0")),
          optional("priority", integer("the lowest is pruned first; default: 0")),
          optional("key", text("names the topic; the newest node of a key is the shallowest; default: none")),
          optional("nodeType", text("a type such as cb:summary; default: cb")),
          optional("id", text("default: a derived id")),
          optional("provenance", text("the origin of the content; default: the actor")),
          optional("removable", boolean("remove the node when its last child is removed; default: false")),
          optional("attributes", map_of(anything(), "custom attributes by name; default: none"))};
}

Result<Component> component_of(const Arguments& arguments) {
  Component component;
  component.role = arguments.find_text("role");
  component.kind = arguments.find_text("kind");
  component.ttl = arguments.find_integer("ttl");
  component.offset = arguments.integer("offset", 0);
  component.priority = arguments.integer("priority", 0);
  component.key = arguments.find_text("key");
  component.node_type = arguments.find_text("nodeType").value_or("cb");
  component.id = arguments.find_text("id");
  component.provenance = arguments.find_text("provenance");
  // Absent unless requested: an explicit `false` is a different value, which the library does not write.
  if (arguments.flag("removable")) component.removable = true;
  if (arguments.has("content")) {
    const JsonValue& given = *arguments.find("content");
    if (given.as_string() != nullptr) {
      component.content = given;
    } else {
      LW_TRY_ASSIGN(component.content, parse_content(arguments.json_in_order("content"), component.kind.value_or(""),
                                                     component.node_type));
    }
  }
  if (const JsonValue* attributes = arguments.find("attributes")) {
    for (const JsonMember& one : *attributes->as_object()) component.attributes.push_back(one);
  }
  return component;
}

Error with_header_hint(Error error, const Component& component) {
  static const std::vector<std::string> kHeaders = {"role", "kind", "ttl",       "offset",     "priority", "type",
                                                    "key",  "id",   "removable", "provenance", "nodeType", "depth"};
  if (error.rule != kAttrName) return error;
  for (const JsonMember& attribute : component.attributes) {
    const auto nearest = nearest_word(attribute.key, kHeaders);
    const bool is_meant = nearest && error.message.find("'" + attribute.key + "'") != std::string::npos;
    if (is_meant) error.hint = "did you mean `" + (*nearest == "type" ? "nodeType" : *nearest) + "`?";
  }
  return error;
}

}  // namespace latewood::operations
