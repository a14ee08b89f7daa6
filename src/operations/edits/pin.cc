// Protects nodes from expiry and pruning until every holder unpins them.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "operations/edits/mutated.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& pin_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(), {nodes_member(), optional("holder", text("the holder of the pin; default: the actor"))}}));
  return kSchema;
}

const Schema& pin_result() {
  static const Schema kSchema = mutated_schema("always empty");
  return kSchema;
}

Result<JsonValue> pin(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY_ASSIGN(const Selector nodes, named_nodes(place.context, arguments, Matches::Any));
  return json_of_mutated(place.context.pin(nodes, arguments.find_text("holder")));
}

}  // namespace

const Row kPin = {
    .name = "pin",
    .scope = Scope::Write,
    .summary = "Protects nodes from expiry and pruning until every holder unpins them.",
    .arguments = pin_arguments,
    .result = pin_result,
    .example = R"({"nodes":["question"],"holder":"planner"})",
    .errors = {kNodeNotFound, kSelectorInvalid, kSnapshotReadonly},
    .lines = "nodes",
    .joins_apply = true,
    .edit = pin,
};

}  // namespace latewood::operations
