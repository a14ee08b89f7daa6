// Renames a context.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "latewood/repository.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/store/context_line.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& rename_context_arguments() {
  static const Schema kSchema =
      object({required("name", text("the context to rename")), required("to", text("its new name"))});
  return kSchema;
}

const Schema& rename_context_result() {
  static const Schema kSchema = object(context_line_members());
  return kSchema;
}

Result<std::string> rename(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  const std::string name = arguments.text("name");
  const std::string other = arguments.text("to");
  auto renamed = repository->rename_context(name, other);
  if (!renamed) return with_hint(*repository, {name, {}, {}}, std::move(renamed).error());
  session.forget(name);
  LW_TRY_ASSIGN(const JsonValue line, context_line(*repository, other));
  return json_text_of(line);
}

}  // namespace

const Row kRenameContext = {
    .name = "rename_context",
    .scope = Scope::Admin,
    .summary = "Renames a context.",
    .arguments = rename_context_arguments,
    .result = rename_context_result,
    .example = R"({"name":"main","to":"garden"})",
    .errors = {kConflict, kContextNotFound},
    .run = rename,
};

}  // namespace latewood::operations
