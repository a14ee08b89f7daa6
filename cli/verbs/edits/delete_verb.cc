#include <memory>
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

struct DeleteRequest {
  Where where;
  std::vector<std::string> nodes;
  bool detach = false;
  bool all = false;
  bool plan = false;
  bool json = false;
};

int run_delete(const DeleteRequest& request) {
  CallArguments arguments;
  if (auto named = add_nodes(arguments, request.nodes); !named) return report(named.error());
  arguments.add_flag("all", request.all);
  arguments.add_flag("detach", request.detach);
  if (request.plan) return plan_edit(request.where, "delete", arguments, request.json);
  return edit_nodes(request.where, "delete", arguments, request.detach ? "detached" : "deleted", request.json);
}

}  // namespace

void add_delete_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(
      app, "delete", "delete nodes; in a sealed turn hide them with a marker; deleting a marker shows them again",
      "delete cb:draft\ndelete --all \"^seq .cb[role='tool'][data_secret=true]\"\n"
      "delete --detach cb:note");
  const auto request = std::make_shared<DeleteRequest>();
  verb.add_option("NODE", request->nodes, "ids, selectors, or - for ids on standard input")->required()->type_name("");
  verb.add_flag("--all", request->all, "allow a selector to match several nodes; default: exactly one");
  verb.add_flag("--detach", request->detach, "remove blocks outside the core of a sealed turn, without a marker");
  add_plan_flag(verb, request->plan);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_delete(*request); });
}

}  // namespace latewood::cli
