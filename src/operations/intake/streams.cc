// The streams of a context, as a view has read them.
#include <string>
#include <utility>

#include "base/try.h"
#include "latewood/intake.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& streams_arguments() {
  static const Schema kSchema =
      object(joined({place_members(), {optional("view", text("the view that reads the streams; default: main"))}}));
  return kSchema;
}

const Schema& streams_result() {
  static const Schema kSchema = object({required(
      "streams", list(object({required("stream", text()), required("kind", text("of its first event")),
                              required("events", count()), required("cursor", count("the last event that was decided")),
                              required("waiting", count()), required("dropped", count())}),
                      "by name"))});
  return kSchema;
}

Result<std::string> streams(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const auto lock = history.lock_edits();
  LW_TRY_ASSIGN(const auto found, list_streams(history.context(), arguments.find_text("view").value_or("main")));
  JsonValue::Array list;
  for (const StreamState& stream : found) {
    list.push_back(make_object({{"cursor", json_of(stream.cursor)},
                                {"dropped", json_of(stream.dropped)},
                                {"events", json_of(stream.events)},
                                {"kind", std::string(to_string(stream.kind))},
                                {"stream", stream.stream},
                                {"waiting", json_of(stream.waiting)}}));
  }
  return json_text_of(make_object({{"streams", std::move(list)}}));
}

}  // namespace

const Row kStreams = {
    .name = "streams",
    .scope = Scope::Read,
    .summary = "Lists the streams of events, with how far a view has read them.",
    .arguments = streams_arguments,
    .result = streams_result,
    .example = "{}",
    .lines = "streams",
    .run = streams,
};

}  // namespace latewood::operations
