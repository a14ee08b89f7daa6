#include <iostream>
#include <memory>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct ResetRequest {
  Where where;
  bool json = false;
};

int run_reset(const ResetRequest& request) {
  const auto print = [](const JsonValue& result) {
    const std::int64_t forgotten = number_of(result, "forgotten");
    std::cout << "at cycle " << number_of(result, "cycle") << "; edits of " << forgotten
              << (forgotten == 1 ? " node" : " nodes") << " discarded\n";
  };
  return run_operation(request.where, "reset", {},
                       {.json = request.json, .done = "the edits were discarded", .print = print});
}

}  // namespace

void add_reset_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "reset", "discard all uncommitted edits", "reset");
  const auto request = std::make_shared<ResetRequest>();
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_reset(*request); });
}

}  // namespace latewood::cli
