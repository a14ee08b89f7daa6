#include <iostream>
#include <memory>

#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

struct InitRequest {
  Where where;
  bool json = false;
};

// Running it again changes nothing, like `git init`.
int run_init(const InitRequest& request) {
  return with_repository(request.where, StoreUse::Create, [&](Repository& repository) {
    const auto made = repository.create_context(request.where.context);
    const bool was_there = !made && made.error().rule == errors::kConflict;
    if (!made && !was_there) return report(made.error());
    if (!request.where.branch.empty()) {
      const auto switched = repository.switch_branch(request.where.context, request.where.branch);
      if (!switched) return report(switched.error());
    }
    if (request.json) {
      print_json(make_object({{"store", store_name(request.where)},
                              {"context", request.where.context},
                              {"created", JsonValue(!was_there)}}));
    } else {
      std::cout << (was_there ? "already exists: " : "created ") << "context " << printable(request.where.context)
                << " in " << printable(store_name(request.where)) << '\n';
    }
    return finish_output("the context exists");
  });
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
