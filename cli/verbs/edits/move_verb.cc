#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/node_names.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/edits/mutation.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct MoveRequest {
  Where where;
  std::vector<std::string> nodes;
  std::optional<std::int64_t> depth;
  std::string under;
  bool json = false;
};

// The id of the single node that the name selects.
Result<std::string> one_id(const Context& context, const std::string& name) {
  const auto ids = find_ids(context, name, true);
  if (!ids) return ids.error();
  if (ids->size() == 1) return ids->front();
  const std::string found = ids->empty() ? "no node" : std::to_string(ids->size()) + " nodes";
  return Error{Code::InvalidArgument, "'" + name + "' must match one node, and it matches " + found, {}, {}};
}

int move_under(Context& context, const MoveRequest& request) {
  if (request.nodes.size() != 1) {
    return report({Code::InvalidArgument, "--under takes one node to move", {}, {}});
  }
  const auto node = one_id(context, request.nodes.front());
  if (!node) return report(node.error());
  const auto parent = one_id(context, request.under);
  if (!parent) return report(parent.error());
  const auto moved = context.reparent(*node, *parent);
  if (!moved) return report(moved.error());
  return print_mutated(std::vector{MutatedNode{*node}}, "moved", request.json);
}

int run_move(const MoveRequest& request) {
  return with_context(request.where, [&](Context& context) {
    if (!request.under.empty()) return move_under(context, request);
    return mutate(context, request.nodes, "moved", request.json,
                  [&](const Selector& nodes) { return context.move(nodes, request.depth.value_or(0)); });
  });
}

}  // namespace

void add_move_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "move", "move nodes to another depth, or below another node",
                            "move cb:note --depth 0\nmove \".cb[key='plan']\" --depth 2\nmove cb:b --under cb:a");
  const auto request = std::make_shared<MoveRequest>();
  verb.add_option("NODE", request->nodes, "ids, selectors, or - for ids on standard input")->required()->type_name("");
  CLI::Option* depth =
      verb.add_option("--depth", request->depth, "-1: system region; 0: active head; k > 0: a new turn at depth k")
          ->type_name("N");
  verb.add_option("--under", request->under, "move below this node: an id or a selector")
      ->type_name("NODE")
      ->excludes(depth);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    if (!request->depth && request->under.empty()) throw CLI::RequiredError("--depth or --under");
    exit_code = run_move(*request);
  });
}

}  // namespace latewood::cli
