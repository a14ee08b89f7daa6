// The contexts of a store.
#include <string>

#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/store/context_line.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& contexts_arguments() {
  static const Schema kSchema = object({});
  return kSchema;
}

const Schema& contexts_result() {
  static const Schema kSchema =
      object({required("contexts", list(object(context_line_members()), "in the order in which they were made"))});
  return kSchema;
}

Result<std::string> contexts(SessionState& session, const Arguments&) {
  LW_TRY_ASSIGN(const Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const auto names, repository->contexts());
  JsonValue::Array list;
  for (const std::string& name : names) {
    if (!session.may_see(name)) continue;
    LW_TRY_ASSIGN(JsonValue line, context_line(*repository, name));
    list.push_back(std::move(line));
  }
  return json_text_of(make_object({{"contexts", std::move(list)}}));
}

}  // namespace

const Row kContexts = {
    .name = "contexts",
    .scope = Scope::Read,
    .summary = "Lists the contexts of the store.",
    .arguments = contexts_arguments,
    .result = contexts_result,
    .example = "{}",
    .lines = "contexts",
    .run = contexts,
};

}  // namespace latewood::operations
