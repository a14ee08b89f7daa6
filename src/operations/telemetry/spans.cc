// Attempts for OpenTelemetry: what `export --otlp` prints and the server sends.
#include <charconv>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"
#include "operations/telemetry/attempt_span.h"

namespace latewood::operations {
namespace {

const Schema& spans_arguments() {
  static const Schema kSchema =
      object(joined({place_members(),
                     {optional("cycle", integer("the attempts of this cycle; default: those of all cycles", 1)),
                      optional("service", text("the attribute service.name; default: latewood")),
                      optional("traceparents", map_of(text(),
                                                      "the header traceparent of the call that made an attempt, by "
                                                      "attempt_id: its span joins that trace; default: none"))}}));
  return kSchema;
}

const Schema& spans_result() {
  static const Schema kSchema = object(export_request_members());
  return kSchema;
}

Result<std::map<std::uint64_t, std::string>> callers_of(const Arguments& arguments) {
  std::map<std::uint64_t, std::string> callers;
  const JsonValue* const given = arguments.find("traceparents");
  if (given == nullptr) return callers;
  for (const JsonMember& member : *given->as_object()) {
    std::uint64_t id = 0;
    const char* const end = member.key.data() + member.key.size();
    const auto read = std::from_chars(member.key.data(), end, id);
    if (read.ec != std::errc() || read.ptr != end) {
      return broken(kArgumentInvalid, "/traceparents/" + member.key + ": the number of an attempt expected");
    }
    callers[id] = *member.value.as_string();
  }
  return callers;
}

Result<std::string> spans(SessionState& session, const Arguments& arguments) {
  // As for `attempts`: an open context does not notice the attempts of other processes.
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  session.forget(context);
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const auto lock = history.lock_edits();
  SpanPlace place{history.context_name(), history.branch(), {}};
  LW_TRY_ASSIGN(place.callers, callers_of(arguments));
  const auto cycle = arguments.find_integer("cycle");
  JsonValue::Array list;
  for (const Attempt& attempt : history.context().attempts()) {
    if (cycle && attempt.cycle_id != static_cast<std::uint64_t>(*cycle)) continue;
    if (auto span = span_json(attempt, place)) list.push_back(*std::move(span));
  }
  return json_text_of(export_request(std::move(list), arguments.find_text("service").value_or("latewood")));
}

}  // namespace

const Row kSpans = {
    .name = "spans",
    .scope = Scope::Read,
    .summary = "Gives the ended attempts as spans of OpenTelemetry: the body of an OTLP/HTTP request in JSON.",
    .arguments = spans_arguments,
    .result = spans_result,
    .example = R"({"service":"planner"})",
    .run = spans,
};

}  // namespace latewood::operations
