#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/edits/mutation.h"
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
  return with_context(request.where, [&](Context& context) {
    return mutate(context, request.nodes, "pinned", request.json,
                  [&](const Selector& nodes) { return context.pin(nodes, request.holder); });
  });
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
