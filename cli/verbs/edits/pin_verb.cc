#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/where.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/edits/node_edit.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct PinRequest {
  Where where;
  std::vector<std::string> nodes;
  std::optional<std::string> holder;
  bool json = false;
};

int run_pin(const PinRequest& request) {
  CallArguments arguments;
  if (auto named = add_nodes(arguments, request.nodes); !named) return report(named.error());
  arguments.add_given("holder", request.holder);
  return edit_nodes(request.where, "pin", arguments, "pinned", request.json);
}

}  // namespace

void add_pin_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "pin", "protect nodes from expiry and pruning until every holder unpins them",
                            "pin cb:rules\npin \".cb[kind='result']\"");
  const auto request = std::make_shared<PinRequest>();
  verb.add_option("NODE", request->nodes, "ids, selectors, or - for ids on standard input")->required()->type_name("");
  verb.add_option("--holder", request->holder, "the holder of the pin; default: the actor")->type_name("NAME");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_pin(*request); });
}

}  // namespace latewood::cli
