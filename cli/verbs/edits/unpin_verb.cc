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

struct UnpinRequest {
  Where where;
  std::vector<std::string> nodes;
  std::optional<std::string> holder;
  bool json = false;
};

int run_unpin(const UnpinRequest& request) {
  return with_context(request.where, [&](Context& context) {
    return mutate(context, request.nodes, "unpinned", request.json,
                  [&](const Selector& nodes) { return context.unpin(nodes, request.holder); });
  });
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
