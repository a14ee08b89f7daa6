// Appends an event to a stream.
#include <string>

#include "base/try.h"
#include "latewood/intake.h"
#include "operations/attempts/attempt_json.h"
#include "operations/intake/event_json.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& append_event_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(),
       {required("stream", text("made by its first event")), required("payload", anything("a text or any JSON value")),
        optional("kind", word({"user", "tool", "retrieval", "sub-agent", "timer"}, "default: user")),
        optional("work", integer("what it costs to take in, such as tokens; default: 0", 0)),
        optional("host_time", time_argument("nanoseconds; recorded as given; default: 0"))}}));
  return kSchema;
}

const Schema& append_event_result() {
  static const Schema kSchema = object(event_ref_members());
  return kSchema;
}

Result<JsonValue> add_event(const EditCallPlace& place, const Arguments& arguments) {
  NewEvent event;
  event.stream = arguments.text("stream");
  event.kind = find_event_kind(arguments.find_text("kind").value_or("user")).value_or(EventKind::User);
  event.payload = *arguments.find("payload");
  event.work = static_cast<std::uint64_t>(arguments.integer("work", 0));
  LW_TRY_ASSIGN(const auto time, find_time(arguments, "host_time"));
  event.host_time = time.value_or(0);
  LW_TRY_ASSIGN(const EventRef added, append_event(place.context, event));
  return event_ref_json(added);
}

}  // namespace

const Row kAppendEvent = {
    .name = "append_event",
    .scope = Scope::Write,
    .summary = "Appends an event to a stream; `admit` lets it into a cycle.",
    .arguments = append_event_arguments,
    .result = append_event_result,
    .example = R"({"stream":"mail","payload":"You have mail","kind":"tool"})",
    .edit = add_event,
};

}  // namespace latewood::operations
