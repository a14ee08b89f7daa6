// Lets waiting events into the cycle.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/intake.h"
#include "latewood/json_text.h"
#include "operations/intake/event_json.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& admit_arguments() {
  static const Schema kSchema = object(
      joined({edit_members(),
              {optional("view", text("the view that reads the streams; default: main")),
               optional("policy",
                        map_of(anything(), "mode, max_events, max_bytes, max_work, streams; default: admit all"))}}));
  return kSchema;
}

const Schema& admit_result() {
  static const Schema kSchema = object(
      {required("decisions",
                list(object({required("decision_id", digest()), required("dropped", count()),
                             required("from_seq", count("0: nothing was admitted")), required("stream", text()),
                             required("to_seq", count()), required("view", text()), required("waiting", count())}),
                     "by stream")),
       required("events", list(object(event_ref_members()), "that were admitted, in the order of fairness"))});
  return kSchema;
}

Result<JsonValue> admit_events(const EditCallPlace& place, const Arguments& arguments) {
  const std::string text = arguments.has("policy") ? arguments.json_in_order("policy") : "{}";
  LW_TRY_ASSIGN(const AdmissionPolicy policy, parse_admission_policy(text));
  const std::string view = arguments.find_text("view").value_or("main");
  LW_TRY_ASSIGN(const Admission admission, admit(place.context, view, policy));
  JsonValue::Array decisions;
  for (const AdmissionDecision& decision : admission.decisions) {
    decisions.push_back(make_object({{"decision_id", decision.decision_id.hex()},
                                     {"dropped", json_of(decision.dropped)},
                                     {"from_seq", json_of(decision.from_seq)},
                                     {"stream", decision.stream_id},
                                     {"to_seq", json_of(decision.to_seq)},
                                     {"view", decision.view_id},
                                     {"waiting", json_of(decision.waiting)}}));
  }
  JsonValue::Array events;
  for (const EventRef& event : admission.events) events.push_back(event_ref_json(event));
  return make_object({{"decisions", std::move(decisions)}, {"events", std::move(events)}});
}

}  // namespace

const Row kAdmit = {
    .name = "admit",
    .scope = Scope::Write,
    .summary = "Lets waiting events into the cycle, within the limits of a policy.",
    .arguments = admit_arguments,
    .result = admit_result,
    .example = R"({"policy":{"max_events":2}})",
    .errors = {kOptionInvalid},
    .edit = admit_events,
};

}  // namespace latewood::operations
