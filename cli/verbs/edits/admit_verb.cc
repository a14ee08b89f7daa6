#include <iostream>
#include <memory>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/event_ref.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/intake.h"

namespace latewood::cli {
namespace {

struct AdmitRequest {
  Where where;
  std::string view = "main";
  std::string policy = "{}";
  bool events = false;
  bool json = false;
};

void print_decision(const JsonValue& decision) {
  std::cout << printable(text_of(decision, "stream")) << ": ";
  const std::int64_t first = number_of(decision, "from_seq");
  if (first == 0) {
    std::cout << "nothing admitted";
  } else {
    std::cout << "admitted " << first << " to " << number_of(decision, "to_seq");
  }
  const std::int64_t dropped = number_of(decision, "dropped");
  const std::int64_t waiting = number_of(decision, "waiting");
  if (dropped > 0) std::cout << ", " << dropped << " dropped";
  if (waiting > 0) std::cout << ", " << waiting << " waiting";
  std::cout << "; decision " << text_of(decision, "decision_id").substr(0, 12) << '\n';
}

int run_admit(const AdmitRequest& request) {
  CallArguments arguments;
  arguments.add("view", request.view);
  if (auto added = arguments.add_written("policy", request.policy); !added) {
    return report_written(request.json, added.error(), request.policy);
  }
  const auto print = [&request](const JsonValue& result) {
    for (const JsonValue& one : list_of(result, request.events ? "events" : "decisions")) {
      if (request.events) {
        std::cout << printable(text_of(one, "stream")) << ':' << number_of(one, "seq") << '\n';
      } else {
        print_decision(one);
      }
    }
  };
  return run_operation(request.where, "admit", arguments,
                       {.json = request.json, .done = "the events were admitted", .print = print});
}

}  // namespace

void add_admit_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "admit", "admit waiting events into the cycle, within the limits of a policy",
                            "admit\nadmit --policy '{\"max_events\":2}'\nadmit --view planner --events");
  const auto request = std::make_shared<AdmitRequest>();
  verb.add_option("--view", request->view, "the view that reads the streams; default: main")->type_name("NAME");
  verb.add_option("--policy", request->policy,
                  "an object with mode, max_events, max_bytes, max_work, streams; default: admit all")
      ->type_name("JSON");
  verb.add_flag("--events", request->events, "print the admitted events in order, one STREAM:NUMBER per line");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_admit(*request); });
}

}  // namespace latewood::cli
