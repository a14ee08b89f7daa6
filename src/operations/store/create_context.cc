// Creates a context.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/store/context_line.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& create_context_arguments() {
  static const Schema kSchema = object({required("name", text("the name of the context"))});
  return kSchema;
}

const Schema& create_context_result() {
  static const Schema kSchema = object(context_line_members());
  return kSchema;
}

Result<std::string> create_context(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  const std::string name = arguments.text("name");
  LW_TRY(repository->create_context(name));
  LW_TRY_ASSIGN(const JsonValue line, context_line(*repository, name));
  return json_text_of(line);
}

}  // namespace

const Row kCreateContext = {
    .name = "create_context",
    .scope = Scope::Write,
    .summary = "Creates a context.",
    .arguments = create_context_arguments,
    .result = create_context_result,
    .example = R"({"name":"planner"})",
    .errors = {kConflict},
    .run = create_context,
};

}  // namespace latewood::operations
