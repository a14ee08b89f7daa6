// Deletes nodes, or hides them in a sealed turn.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "operations/edits/cause.h"
#include "operations/edits/mutated.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& delete_arguments() {
  static const Schema kSchema = object(
      joined({edit_members(),
              cause_members(),
              {nodes_member(), optional("all", boolean("permit a selector that matches several nodes; default: false")),
               optional("detach", boolean("remove blocks outside the core of a sealed turn, without a marker; "
                                          "default: false"))}}));
  return kSchema;
}

const Schema& delete_result() {
  static const Schema kSchema = mutated_schema("the id of the redaction in a sealed turn; empty if the node is gone");
  return kSchema;
}

Result<JsonValue> delete_nodes(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY(take_cause(place.context, arguments));
  const Matches matches = arguments.flag("all") ? Matches::Any : Matches::One;
  LW_TRY_ASSIGN(const Selector nodes, named_nodes(place.context, arguments, matches));
  return json_of_mutated(arguments.flag("detach") ? place.context.detach(nodes) : place.context.delete_nodes(nodes));
}

}  // namespace

const Row kDelete = {
    .name = "delete",
    .scope = Scope::Write,
    .summary = "Deletes nodes; in a sealed turn hides them with a marker. Deleting a marker shows them again.",
    .arguments = delete_arguments,
    .result = delete_result,
    .example = R"({"nodes":"thanks"})",
    .errors = {kNodeNotFound, kSeveralMatch, kSealedImmutable, kUnauthorized, kSelectorInvalid, kSnapshotReadonly},
    .lines = "nodes",
    .joins_apply = true,
    .edit = delete_nodes,
};

}  // namespace latewood::operations
