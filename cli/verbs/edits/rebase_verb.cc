#include <iostream>
#include <memory>

#include "cli/open/where.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

struct RebaseRequest {
  Where where;
  bool json = false;
};

int run_rebase(const RebaseRequest& request) {
  return with_context(request.where, [&](Context& context) {
    const auto done = context.rebase();
    if (!done) return report(done.error());
    const auto edits = working_diff(context);
    if (!edits) return report(edits.error());
    const std::uint64_t nodes = edits->added.size() + edits->removed.size() + edits->changed.size();
    if (request.json) {
      print_json(make_object({{"cycle", json_of(context.cycle())}, {"nodes", json_of(nodes)}}));
    } else {
      std::cout << "on top of cycle " << context.cycle() << "; edits of " << nodes << (nodes == 1 ? " node" : " nodes")
                << " applied again\n";
    }
    return finish_output("the edits were applied again");
  });
}

}  // namespace

void add_rebase_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "rebase", "apply uncommitted edits again, on top of the newest commit of the branch",
                            "rebase\nrebase && latewood commit -m \"now mine\"");
  const auto request = std::make_shared<RebaseRequest>();
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_rebase(*request); });
}

}  // namespace latewood::cli
