// Takes the pin of one holder away.
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

const Schema& unpin_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(), {nodes_member(), optional("holder", text("the holder of the pin; default: the actor"))}}));
  return kSchema;
}

const Schema& unpin_result() {
  static const Schema kSchema = mutated_schema("always empty");
  return kSchema;
}

Result<JsonValue> unpin(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY_ASSIGN(const Selector nodes, named_nodes(place.context, arguments, Matches::Any));
  return json_of_mutated(place.context.unpin(nodes, arguments.find_text("holder")));
}

}  // namespace

const Row kUnpin = {
    .name = "unpin",
    .scope = Scope::Write,
    .summary = "Takes the pin of one holder away.",
    .arguments = unpin_arguments,
    .result = unpin_result,
    .example = R"({"nodes":["prompt"],"holder":"planner"})",
    .errors = {kNodeNotFound, kSelectorInvalid, kSnapshotReadonly},
    .lines = "nodes",
    .joins_apply = true,
    .edit = unpin,
};

}  // namespace latewood::operations
