// Deletes a branch.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/store/ref_lines.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& delete_branch_arguments() {
  static const Schema kSchema =
      object(joined({context_member(),
                     {required("name", text("the name of the branch")),
                      optional("force", boolean("also discard its uncommitted edits; default: false"))}}));
  return kSchema;
}

const Schema& delete_branch_result() {
  static const Schema kSchema = object({required("deleted", text("the name of the branch"))});
  return kSchema;
}

Result<std::string> delete_branch(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const RefPlace place, ref_place(session, arguments));
  const std::string name = arguments.text("name");
  const Uncommitted edits = arguments.flag("force") ? Uncommitted::Drop : Uncommitted::Keep;
  auto done = place.repository->delete_branch(place.context, name, edits);
  if (!done) {
    Error error = std::move(done).error();
    if (error.rule == kUncommitted) error.hint = "`force` deletes the branch anyway";
    return with_ref_hint(place, name, std::move(error));
  }
  session.forget(place.context);
  return json_text_of(make_object({{"deleted", name}}));
}

}  // namespace

const Row kDeleteBranch = {
    .name = "delete_branch",
    .scope = Scope::Write,
    .summary = "Deletes a branch; its commits stay until they are collected.",
    .arguments = delete_branch_arguments,
    .result = delete_branch_result,
    .example = R"({"name":"other"})",
    .errors = {kBranchNotFound, kConflict, kUncommitted},
    .run = delete_branch,
};

}  // namespace latewood::operations
