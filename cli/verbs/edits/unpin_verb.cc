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

struct UnpinRequest {
  Where where;
  std::vector<std::string> nodes;
  std::optional<std::string> holder;
  bool json = false;
};

int run_unpin(const UnpinRequest& request) {
  CallArguments arguments;
  if (auto named = add_nodes(arguments, request.nodes); !named) return report(named.error());
  arguments.add_given("holder", request.holder);
  return edit_nodes(request.where, "unpin", arguments, "unpinned", request.json);
}

}  // namespace

void add_unpin_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "unpin", "release a pin; nodes without other pins can expire and be pruned again",
                            "unpin cb:rules\nunpin \".cb[kind='result']\"");
  const auto request = std::make_shared<UnpinRequest>();
  verb.add_option("NODE", request->nodes, "ids, selectors, or - for ids on standard input")->required()->type_name("");
  verb.add_option("--holder", request->holder, "the holder of the pin; default: the actor")->type_name("NAME");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_unpin(*request); });
}

}  // namespace latewood::cli
