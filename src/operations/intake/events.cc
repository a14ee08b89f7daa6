// The events of one stream.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "latewood/intake.h"
#include "latewood/json_text.h"
#include "latewood/nearest_word.h"
#include "operations/intake/event_json.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& events_arguments() {
  static const Schema kSchema =
      object(joined({place_members(),
                     {required("stream", text()), optional("after", integer("events after this number; default: 0", 0)),
                      optional("limit", integer("the most events to give; default: all", 1))}}));
  return kSchema;
}

const Schema& events_result() {
  static const Schema kSchema =
      object({required("events", list(object(event_members()), "in the order of their numbers")),
              optional("next", count("give it as `after` for the page that follows"))});
  return kSchema;
}

// A stream exists as soon as it has an event.
Error no_stream(const Context& context, const std::string& name) {
  std::vector<std::string> names;
  if (const auto streams = list_streams(context, "main")) {
    for (const StreamState& stream : *streams) names.push_back(stream.stream);
  }
  const auto nearest = nearest_word(name, names);
  Error error{Code::NotFound, "there is no stream '" + name + "'", {}};
  error.hint = nearest ? "did you mean '" + *nearest + "'?" : "`streams` lists them";
  return error;
}

Result<std::string> events(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const auto lock = history.lock_edits();
  const auto most = static_cast<std::uint64_t>(arguments.integer("limit", INT64_MAX - 1));
  const auto after = static_cast<std::uint64_t>(arguments.integer("after", 0));
  // One more than asked for tells whether there are more.
  LW_TRY_ASSIGN(auto found, list_events(history.context(), arguments.text("stream"), after, most + 1));
  if (found.empty() && after == 0) return no_stream(history.context(), arguments.text("stream"));
  std::vector<JsonMember> members;
  if (found.size() > most) {
    found.pop_back();
    members.push_back({"next", json_of(found.back().ref.seq)});
  }
  JsonValue::Array list;
  for (const Event& event : found) list.push_back(event_json(event));
  members.push_back({"events", std::move(list)});
  return json_text_of(make_object(std::move(members)));
}

}  // namespace

const Row kEvents = {
    .name = "events",
    .scope = Scope::Read,
    .summary = "Lists the events of a stream.",
    .arguments = events_arguments,
    .result = events_result,
    .example = R"({"stream":"mail"})",
    .lines = "events",
    .run = events,
};

}  // namespace latewood::operations
