// Records how a call to a vendor ended.
#include <array>
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "operations/attempts/attempt_json.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& end_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(),
       {required("attempt_id", integer("the number that `request` or `begin_attempt` gave", 1)),
        optional("status", word({"completed", "canceled", "error"}, "default: completed")),
        optional("reply", text("the text of the reply; see `complete` for the response of a vendor; default: none")),
        optional("error", text("the error of the provider; default: none")),
        optional("token_in", integer("tokens of the request; default: 0", 0)),
        optional("token_out", integer("tokens of the reply; default: 0", 0)),
        optional("ended_at", time_argument("nanoseconds since 1970; default: now, by the clock of the session"))}}));
  return kSchema;
}

const Schema& end_result() {
  static const Schema kSchema = object(attempt_members());
  return kSchema;
}

AttemptStatus status_of(const std::string& name) {
  constexpr std::array kEnds = {AttemptStatus::Completed, AttemptStatus::Canceled, AttemptStatus::Error};
  for (const AttemptStatus status : kEnds) {
    if (name == to_string(status)) return status;
  }
  return AttemptStatus::Completed;
}

Result<JsonValue> end(const EditCallPlace& place, const Arguments& arguments) {
  const auto id = static_cast<std::uint64_t>(arguments.integer("attempt_id", 0));
  AttemptOutcome outcome;
  outcome.status = status_of(arguments.text("status"));
  outcome.error = arguments.find_text("error");
  outcome.token_in = static_cast<std::uint64_t>(arguments.integer("token_in", 0));
  outcome.token_out = static_cast<std::uint64_t>(arguments.integer("token_out", 0));
  LW_TRY_ASSIGN(outcome.ended_at, find_time(arguments, "ended_at"));
  if (const auto reply = arguments.find_text("reply")) {
    outcome.reply.push_back({.role = "assistant", .content = JsonValue(*reply)});
  }
  LW_TRY(place.context.end_attempt(id, outcome));
  return find_attempt_json(place.context, id);
}

}  // namespace

const Row kEndAttempt = {
    .name = "end_attempt",
    .scope = Scope::Write,
    .summary = "Records how a call to a provider ended; its reply opens the next cycle.",
    .arguments = end_arguments,
    .result = end_result,
    .example = R"({"attempt_id":1,"reply":"You are welcome."})",
    .errors = {kUnauthorized, kContentInvalid},
    .edit = end,
};

}  // namespace latewood::operations
