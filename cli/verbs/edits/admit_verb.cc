#include <iostream>
#include <memory>
#include <string>

#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/event_ref.h"
#include "cli/text/json_output.h"
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

void print_decision(const AdmissionDecision& decision) {
  std::cout << printable(decision.stream_id) << ": ";
  if (decision.from_seq == 0) {
    std::cout << "nothing admitted";
  } else {
    std::cout << "admitted " << decision.from_seq << " to " << decision.to_seq;
  }
  if (decision.dropped > 0) std::cout << ", " << decision.dropped << " dropped";
  if (decision.waiting > 0) std::cout << ", " << decision.waiting << " waiting";
  std::cout << "; decision " << decision.decision_id.hex().substr(0, 12) << '\n';
}

JsonValue decision_json(const AdmissionDecision& decision) {
  return make_object({{"decision_id", decision.decision_id.hex()},
                      {"dropped", json_of(decision.dropped)},
                      {"from_seq", json_of(decision.from_seq)},
                      {"stream", decision.stream_id},
                      {"to_seq", json_of(decision.to_seq)},
                      {"view", decision.view_id},
                      {"waiting", json_of(decision.waiting)}});
}

void print_event(const EventRef& event, bool json) {
  if (json) {
    print_json(make_object({{"seq", json_of(event.seq)}, {"stream", event.stream}}));
  } else {
    std::cout << event_text(event) << '\n';
  }
}

int run_admit(const AdmitRequest& request) {
  return with_context(request.where, [&](Context& context) {
    const auto policy = parse_admission_policy(request.policy);
    if (!policy) return report(policy.error());
    const auto admission = admit(context, request.view, *policy);
    if (!admission) return report(admission.error());
    if (request.events) {
      for (const EventRef& event : admission->events) print_event(event, request.json);
    } else {
      for (const AdmissionDecision& decision : admission->decisions) {
        request.json ? print_json(decision_json(decision)) : print_decision(decision);
      }
    }
    return finish_output("the events were admitted");
  });
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
