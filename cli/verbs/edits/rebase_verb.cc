#include <iostream>
#include <memory>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct RebaseRequest {
  Where where;
  bool json = false;
};

int run_rebase(const RebaseRequest& request) {
  const auto print = [](const JsonValue& result) {
    const std::int64_t nodes = number_of(result, "nodes");
    std::cout << "on top of cycle " << number_of(result, "cycle") << "; edits of " << nodes
              << (nodes == 1 ? " node" : " nodes") << " applied again\n";
  };
  return run_operation(request.where, "rebase", {},
                       {.json = request.json, .done = "the edits were applied again", .print = print});
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
