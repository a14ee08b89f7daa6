// The calls to vendors that a branch recorded.
#include <string>
#include <utility>

#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/attempts/attempt_json.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& attempts_arguments() {
  static const Schema kSchema = object(place_members());
  return kSchema;
}

const Schema& attempts_result() {
  static const Schema kSchema = object({required("attempts", list(object(attempt_members()), "oldest first"))});
  return kSchema;
}

Result<std::string> attempts(SessionState& session, const Arguments& arguments) {
  // Attempts are no part of the history, so an open context does not notice those of other processes.
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  session.forget(context);
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const auto lock = history.lock_edits();
  JsonValue::Array list;
  for (const Attempt& attempt : history.context().attempts()) list.push_back(attempt_json(attempt));
  return json_text_of(make_object({{"attempts", std::move(list)}}));
}

}  // namespace

const Row kAttempts = {
    .name = "attempts",
    .scope = Scope::Read,
    .summary = "Lists the calls to providers of a branch, oldest first.",
    .arguments = attempts_arguments,
    .result = attempts_result,
    .example = "{}",
    .lines = "attempts",
    .run = attempts,
};

}  // namespace latewood::operations
