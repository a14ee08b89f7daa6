#include <iostream>
#include <memory>
#include <string>

#include "cli/open/where.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct OverlapsRequest {
  Where where;
  std::string setting;
  bool json = false;
};

int print_setting(const Context& context, bool json) {
  const std::string setting = context.overlaps() == Overlaps::Demote ? "demote" : "refuse";
  if (json) {
    print_json(make_object({{"overlaps", setting}}));
  } else {
    std::cout << setting << '\n';
  }
  return kSuccess;
}

int run_overlaps(const OverlapsRequest& request) {
  const bool sets = !request.setting.empty();
  return with_context(
      request.where,
      [&](Context& context) {
        if (sets) {
          const auto set = context.set_overlaps(request.setting == "demote" ? Overlaps::Demote : Overlaps::Refuse);
          if (!set) return report(set.error());
        }
        print_setting(context, request.json);
        return finish_output(sets ? "the setting is stored" : "");
      },
      sets ? StoreUse::Write : StoreUse::Read);
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
