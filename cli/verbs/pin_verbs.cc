// `pin` and `unpin`: nodes that neither expiry nor a policy may take.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/mutation.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  std::vector<std::string> nodes;
  std::optional<std::string> holder;
  bool pin = true;
  bool json = false;
};

int run(const Request& request) {
  return with_context(request.where, [&](Context& context) {
    return mutate(context, request.nodes, request.pin ? "pinned" : "unpinned", request.json,
                  [&](const Selector& nodes) {
                    return request.pin ? context.pin(nodes, request.holder) : context.unpin(nodes, request.holder);
                  });
  });
}

void add_one(CLI::App& app, int& exit_code, bool pin, const std::string& help) {
  const std::string name = pin ? "pin" : "unpin";
  CLI::App& verb = add_verb(app, name, help, name + " cb:rules\n" + name + " \".cb[kind='result']\"");
  const auto request = std::make_shared<Request>();
  request->pin = pin;
  verb.add_option("NODE", request->nodes, "ids, selectors, or - for ids on standard input")->required()->type_name("");
  verb.add_option("--holder", request->holder,
                  pin ? "who holds them; default: the actor" : "who lets go of them; default: the actor")
      ->type_name("NAME");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run(*request); });
}

}  // namespace

void add_pin_verbs(CLI::App& app, int& exit_code) {
  add_one(app, exit_code, true, "keep nodes from expiry and pruning until every holder lets go");
  add_one(app, exit_code, false, "let go of nodes: those that no other holder pins can expire and be pruned again");
}

}  // namespace latewood::cli
