// Gives nodes new content and headers.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/ordered_content.h"
#include "operations/edits/cause.h"
#include "operations/edits/mutated.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& replace_arguments() {
  static const Schema kSchema = object(
      joined({edit_members(),
              cause_members(),
              {nodes_member(), optional("all", boolean("permit a selector that matches several nodes; default: false")),
               optional("content", anything("a text or any JSON value; default: no content")),
               optional("attributes", map_of(anything(), "by name; null takes one away; default: unchanged")),
               optional("role", text("default: unchanged")), optional("kind", text("default: unchanged")),
               optional("ttl", any_of({integer(), word({"none"})},
                                      "the number of further snapshots that contain it, or none for no limit; "
                                      "default: unchanged")),
               optional("offset", integer("default: unchanged")), optional("priority", integer("default: unchanged")),
               optional("nodeType", text("default: unchanged, cb:replacement for a marker"))}}));
  return kSchema;
}

const Schema& replace_result() {
  static const Schema kSchema =
      mutated_schema("the id of the replacement in a sealed turn; empty if the node itself was changed");
  return kSchema;
}

// The kind and type of the nodes if all have the same. JSON members in the content of a call or a tool keep their
// order.
struct Target {
  std::string kind = {};
  std::string node_type = {};
  friend bool operator==(const Target&, const Target&) = default;
};

Result<Target> target_of(const Context& context, const Selector& selector) {
  LW_TRY_ASSIGN(const Selection selection, context.select(selector, {.working = true}));
  const auto& ids = std::get<std::vector<std::string>>(selection);
  LW_TRY_ASSIGN(const std::vector<NodeView> nodes, context.working());
  std::optional<Target> target;
  for (const NodeView& node : nodes) {
    if (std::find(ids.begin(), ids.end(), node.id) == ids.end()) continue;
    Target found{node.kind.value_or(""), node.node_type};
    if (target && *target != found) return Target();
    target = std::move(found);
  }
  return target.value_or(Target());
}

Result<std::optional<JsonValue>> content_for(const Context& context, const Selector& nodes,
                                             const Arguments& arguments) {
  const JsonValue* given = arguments.find("content");
  if (given == nullptr) return std::optional<JsonValue>();
  if (given->as_string() != nullptr) return std::optional<JsonValue>(*given);
  LW_TRY_ASSIGN(const Target target, target_of(context, nodes));
  LW_TRY_ASSIGN(JsonValue content,
                parse_content(arguments.json_in_order("content"), arguments.find_text("kind").value_or(target.kind),
                              arguments.find_text("nodeType").value_or(target.node_type)));
  return std::optional<JsonValue>(std::move(content));
}

Result<JsonValue> replace(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY(take_cause(place.context, arguments));
  const Matches matches = arguments.flag("all") ? Matches::Any : Matches::One;
  LW_TRY_ASSIGN(const Selector nodes, named_nodes(place.context, arguments, matches));
  Replacement replacement;
  LW_TRY_ASSIGN(replacement.content, content_for(place.context, nodes, arguments));
  if (const JsonValue* attributes = arguments.find("attributes")) {
    for (const JsonMember& one : *attributes->as_object()) replacement.attributes.push_back(one);
  }
  replacement.role = arguments.find_text("role");
  replacement.kind = arguments.find_text("kind");
  replacement.ttl = arguments.find_integer("ttl");
  replacement.persistent = arguments.text("ttl") == "none";
  replacement.offset = arguments.find_integer("offset");
  replacement.priority = arguments.find_integer("priority");
  replacement.node_type = arguments.find_text("nodeType");
  return json_of_mutated(place.context.replace(nodes, replacement));
}

}  // namespace

const Row kReplace = {
    .name = "replace",
    .scope = Scope::Write,
    .summary = "Gives nodes new content; in a sealed turn adds a marker and keeps the original.",
    .arguments = replace_arguments,
    .result = replace_result,
    .example = R"({"nodes":"question","content":"Why does the beech drop leaves in July?"})",
    .errors = {kNodeNotFound, kSeveralMatch, kSealedImmutable, kUnauthorized, kTtlInvalid, kAttrName, kAttrValue,
               kContentInvalid},
    .lines = "nodes",
    .joins_apply = true,
    .edit = replace,
};

}  // namespace latewood::operations
