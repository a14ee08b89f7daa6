// Ends an attempt with the response of a vendor.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/vendor_reply.h"
#include "operations/attempts/attempt_json.h"
#include "operations/attempts/vendor_format.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& complete_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(),
       {required("response", any_of({map_of(anything()), list(anything()), text()},
                                    "the response of the vendor as JSON; or its stream: the chunks as an array, or the "
                                    "text of server-sent events or JSON lines")),
        optional("attempt_id", integer("default: the newest attempt that is running", 1)), format_member(),
        optional("choice", integer("the index of one of several choices or candidates; default: the only one", 0)),
        optional("ended_at", time_argument("nanoseconds since 1970; default: now, by the clock of the session"))}}));
  return kSchema;
}

const Schema& complete_result() {
  static const Schema kSchema = object(
      joined({attempt_members(),
              {required("blocks", count("blocks of the reply; they open the next cycle when this one is committed")),
               required("is_complete", boolean("false: the stream broke off, or the vendor had not finished"))}}));
  return kSchema;
}

Result<std::uint64_t> attempt_of(const Context& context, const Arguments& arguments) {
  if (const auto given = arguments.find_integer("attempt_id")) return static_cast<std::uint64_t>(*given);
  std::uint64_t newest = 0;
  for (const Attempt& attempt : context.attempts()) {
    if (attempt.status == AttemptStatus::Running) newest = attempt.attempt_id;
  }
  if (newest > 0) return newest;
  Error error{Code::NotFound, "there is no running attempt", {}};
  error.hint = "`request` begins one";
  return error;
}

Result<VendorReply> reply_of(const Arguments& arguments) {
  VendorReplyOptions options;
  LW_TRY_ASSIGN(options.format, find_format(arguments));
  if (const auto choice = arguments.find_integer("choice")) options.choice = static_cast<std::uint64_t>(*choice);
  const auto stream = arguments.find_text("response");
  return read_vendor_reply(stream ? *stream : arguments.json_in_order("response"), options);
}

Result<JsonValue> complete(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY_ASSIGN(const std::uint64_t id, attempt_of(place.context, arguments));
  LW_TRY_ASSIGN(const VendorReply reply, reply_of(arguments));
  AttemptOutcome outcome = outcome_of(reply);
  LW_TRY_ASSIGN(outcome.ended_at, find_time(arguments, "ended_at"));
  LW_TRY(place.context.end_attempt(id, outcome));
  LW_TRY_ASSIGN(const JsonValue ended, find_attempt_json(place.context, id));
  return with_members(
      ended, {{"blocks", json_of(std::uint64_t{outcome.reply.size()})}, {"is_complete", JsonValue(reply.is_complete)}});
}

}  // namespace

const Row kComplete = {
    .name = "complete",
    .scope = Scope::Write,
    .summary = "Ends an attempt with the response of the vendor: text, tool calls, reasoning, usage.",
    .arguments = complete_arguments,
    .result = complete_result,
    .example = R"({"response":{"id":"r1","object":"chat.completion","model":"large-1","choices":[{"index":0,)"
               R"("finish_reason":"stop","message":{"role":"assistant","content":"You are welcome."}}],)"
               R"("usage":{"prompt_tokens":40,"completion_tokens":5,"total_tokens":45}}})",
    .errors = {kReplyInvalid, kUnauthorized},
    .edit = complete,
};

}  // namespace latewood::operations
