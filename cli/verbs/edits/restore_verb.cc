#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/restore.h"

namespace latewood::cli {
namespace {

struct RestoreRequest {
  Where where;
  std::string node;
  std::string from;
  RestoreOptions options;
  bool json = false;
};

int run_restore(const RestoreRequest& request) {
  CallArguments arguments;
  arguments.add("node", request.node);
  arguments.add_given("from", request.from);
  arguments.add_given("ttl", request.options.ttl);
  const auto print = [](const JsonValue& result) {
    for (const JsonValue& node : list_of(result, "nodes")) {
      std::cout << "restored " << printable(text_of(node, "was")) << " as " << printable(text_of(node, "id")) << '\n';
    }
  };
  return run_operation(request.where, "restore", arguments,
                       {.json = request.json, .done = "the edit was made", .print = print});
}

}  // namespace

void add_restore_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "restore", "insert a removed node again, with its content, role, kind and place",
                            "restore leaflet\nrestore leaflet --from @t-3 --ttl 2\nrestore mt:4 --from main");
  const auto request = std::make_shared<RestoreRequest>();
  verb.add_option("NODE", request->node, "the id of a removed node or turn")->required()->type_name("");
  verb.add_option("--from", request->from, "take it from this moment; default: the last snapshot that contains it")
      ->type_name("REF");
  verb.add_option("--ttl", request->options.ttl, "the number of snapshots that contain it; default: no limit")
      ->type_name("N");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_restore(*request); });
}

}  // namespace latewood::cli
