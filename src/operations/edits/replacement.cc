#include "operations/edits/replacement.h"

#include <string>

#include "base/try.h"
#include "latewood/ordered_content.h"

namespace latewood::operations {

std::vector<Member> replacement_members() {
  return {optional("content", anything("a text or any JSON value; default: no content")),
          optional("attributes", map_of(anything(), "by name; null takes one away; default: unchanged")),
          optional("role", text("default: unchanged")),
          optional("kind", text("default: unchanged")),
          optional("ttl", any_of({integer(), word({"none"})},
                                 "the number of further snapshots that contain it, or none for no limit; "
                                 "default: unchanged")),
          optional("offset", integer("default: unchanged")),
          optional("priority", integer("default: unchanged")),
          optional("nodeType", text("default: unchanged, cb:replacement for a marker"))};
}

Result<Replacement> replacement_of(const Arguments& arguments, std::string_view kind, std::string_view node_type) {
  Replacement replacement;
  replacement.role = arguments.find_text("role");
  replacement.kind = arguments.find_text("kind");
  replacement.ttl = arguments.find_integer("ttl");
  replacement.persistent = arguments.text("ttl") == "none";
  replacement.offset = arguments.find_integer("offset");
  replacement.priority = arguments.find_integer("priority");
  replacement.node_type = arguments.find_text("nodeType");
  if (const JsonValue* attributes = arguments.find("attributes")) {
    for (const JsonMember& one : *attributes->as_object()) replacement.attributes.push_back(one);
  }
  const JsonValue* given = arguments.find("content");
  if (given == nullptr) return replacement;
  if (given->as_string() != nullptr) {
    replacement.content = *given;
    return replacement;
  }
  const std::string own_kind = replacement.kind.value_or(std::string(kind));
  const std::string own_type = replacement.node_type.value_or(std::string(node_type));
  LW_TRY_ASSIGN(replacement.content, parse_content(arguments.json_in_order("content"), own_kind, own_type));
  return replacement;
}

}  // namespace latewood::operations
