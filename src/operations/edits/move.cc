// Moves nodes to another depth, or below another node.
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

const Schema& move_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(),
       cause_members(),
       {nodes_member(), optional("depth", integer("-1: system region; 0: active head; k > 0: a new turn at depth k")),
        optional("under", text("move one node below this one: an id or a selector that matches one node"))}}));
  return kSchema;
}

const Schema& move_result() {
  static const Schema kSchema = mutated_schema("the ids at the new place; of a turn those of its blocks");
  return kSchema;
}

Result<JsonValue> move_below(Context& context, const Arguments& arguments, const std::string& under) {
  const std::vector<std::string> names = arguments.texts("nodes");
  if (names.size() != 1) return broken(kOptionInvalid, "'under' takes one node to move");
  LW_TRY_ASSIGN(const std::string node, find_one_id(context, names.front()));
  LW_TRY_ASSIGN(const std::string parent, find_one_id(context, under));
  LW_TRY(context.reparent(node, parent));
  return json_of_mutated(std::vector{MutatedNode{node}});
}

Result<JsonValue> move(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY(take_cause(place.context, arguments));
  const auto under = arguments.find_text("under");
  const auto depth = arguments.find_integer("depth");
  if (under.has_value() == depth.has_value()) return broken(kOptionInvalid, "one of 'depth' and 'under' expected");
  if (under) return move_below(place.context, arguments, *under);
  LW_TRY_ASSIGN(const Selector nodes, named_nodes(place.context, arguments, Matches::Any));
  return json_of_mutated(place.context.move(nodes, *depth));
}

}  // namespace

const Row kMove = {
    .name = "move",
    .scope = Scope::Write,
    .summary = "Moves nodes to another depth, or below another node.",
    .arguments = move_arguments,
    .result = move_result,
    .example = R"({"nodes":"thanks","depth":1})",
    .errors = {kNodeNotFound, kSealedImmutable, kDepthRange, kDepthNoGap, kPlacementInvalid, kUnauthorized,
               kOptionInvalid, kTreeCycle},
    .lines = "nodes",
    .joins_apply = true,
    .edit = move,
};

}  // namespace latewood::operations
