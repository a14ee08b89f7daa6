#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/where.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/edits/node_edit.h"
#include "cli/verbs/edits/planned_edit.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct MoveRequest {
  Where where;
  std::vector<std::string> nodes;
  std::optional<std::int64_t> depth;
  std::string under;
  bool plan = false;
  bool json = false;
};

int run_move(const MoveRequest& request) {
  CallArguments arguments;
  if (auto named = add_nodes(arguments, request.nodes); !named) return report(named.error());
  arguments.add_given("depth", request.depth);
  arguments.add_given("under", request.under);
  if (request.plan) return plan_edit(request.where, "move", arguments, request.json);
  return edit_nodes(request.where, "move", arguments, "moved", request.json);
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
  add_plan_flag(verb, request->plan);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    if (!request->depth && request->under.empty()) throw CLI::RequiredError("--depth or --under");
    exit_code = run_move(*request);
  });
}

}  // namespace latewood::cli
