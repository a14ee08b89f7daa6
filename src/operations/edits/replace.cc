// Gives nodes new content and headers.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "operations/edits/cause.h"
#include "operations/edits/mutated.h"
#include "operations/edits/replacement.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& replace_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(),
       cause_members(),
       {nodes_member(), optional("all", boolean("permit a selector that matches several nodes; default: false"))},
       replacement_members()}));
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

Result<JsonValue> replace(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY(take_cause(place.context, arguments));
  const Matches matches = arguments.flag("all") ? Matches::Any : Matches::One;
  LW_TRY_ASSIGN(const Selector nodes, named_nodes(place.context, arguments, matches));
  LW_TRY_ASSIGN(const Target target, target_of(place.context, nodes));
  LW_TRY_ASSIGN(const Replacement replacement, replacement_of(arguments, target.kind, target.node_type));
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
