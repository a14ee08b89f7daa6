#include <iostream>
#include <memory>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct OverlapsRequest {
  Where where;
  std::string setting;
  bool json = false;
};

int run_overlaps(const OverlapsRequest& request) {
  const auto print = [](const JsonValue& result) { std::cout << text_of(result, "overlaps") << '\n'; };
  if (request.setting.empty()) {
    return run_operation(request.where, "overlaps", {}, {.json = request.json, .print = print});
  }
  CallArguments arguments;
  arguments.add("overlaps", request.setting);
  return run_operation(request.where, "set_overlaps", arguments,
                       {.json = request.json, .done = "the setting is stored", .print = print});
}

}  // namespace

void add_overlaps_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "overlaps",
               "show or set how `insert` treats a key whose older node is not deeper: refuse, or demote the "
               "older node",
               "overlaps\noverlaps demote\noverlaps refuse --context planner");
  const auto request = std::make_shared<OverlapsRequest>();
  verb.add_option("SETTING", request->setting, "demote or refuse; default: show the setting")
      ->type_name("")
      ->check(one_of({"demote", "refuse"}));
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_overlaps(*request); });
}

}  // namespace latewood::cli
