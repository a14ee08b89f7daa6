#include <iostream>
#include <memory>

#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct InitRequest {
  Where where;
  bool json = false;
};

int run_init(const InitRequest& request) {
  CallArguments arguments;
  arguments.add_given("branch", request.where.branch);
  const auto print = [&request](const JsonValue& result) {
    std::cout << (flag_of(result, "created") ? "created " : "already exists: ") << "context "
              << printable(text_of(result, "context")) << " in "
              << printable(is_remote(request.where) ? request.where.store : text_of(result, "store")) << '\n';
  };
  return run_operation(request.where, "init", arguments,
                       {.json = request.json, .done = "the context exists", .print = print});
}

}  // namespace

void add_init_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "init", "create a store with one context", "init\ninit --store work.db");
  const auto request = std::make_shared<InitRequest>();
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_init(*request); });
}

}  // namespace latewood::cli
