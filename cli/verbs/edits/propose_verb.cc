#include <iostream>
#include <memory>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct ProposeRequest {
  Where where;
  std::string edits;
  std::string proposer;
  std::string rule;
  std::string scope;
  std::string event;
  bool json = false;
};

int run_propose(const ProposeRequest& request) {
  CallArguments arguments;
  if (auto added = arguments.add_written("edits", request.edits); !added) {
    return report_written(request.json, added.error(), request.edits);
  }
  arguments.add("proposer", request.proposer);
  arguments.add_given("rule", request.rule);
  arguments.add_given("scope", request.scope);
  arguments.add_given("event", request.event);
  const auto print = [](const JsonValue& result) {
    const std::int64_t waiting = number_of(result, "proposals");
    std::cout << waiting << (waiting == 1 ? " proposal waits" : " proposals wait") << " for the next commit\n";
  };
  return run_operation(request.where, "propose", arguments,
                       {.json = request.json, .done = "the proposal was made", .print = print});
}

}  // namespace

void add_propose_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "propose", "offer edits to the next commit, which decides about all proposals",
                            "propose --proposer reviewer '[{\"op\":\"delete\",\"args\":{\"nodes\":[\"cb:draft\"]}}]'");
  const auto request = std::make_shared<ProposeRequest>();
  verb.add_option("EDITS", request->edits, "a JSON list of {\"op\":..,\"args\":{..}}, applied all or none")
      ->required()
      ->type_name("");
  verb.add_option("--proposer", request->proposer, "who offers the edits")->required()->type_name("NAME");
  verb.add_option("--rule", request->rule, "the rule that the proposer applies; default: that of the first edit")
      ->type_name("NAME");
  verb.add_option("--scope", request->scope, "the node that it is about; default: the one that the first edit names")
      ->type_name("ID");
  verb.add_option("--event", request->event, "the event that caused it, recorded in the receipt")
      ->type_name("STREAM:N");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_propose(*request); });
}

}  // namespace latewood::cli
