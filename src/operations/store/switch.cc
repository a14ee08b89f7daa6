// Chooses the branch to use from now on.
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

const Schema& switch_arguments() {
  static const Schema kSchema = object(joined({context_member(), {required("name", text("the name of the branch"))}}));
  return kSchema;
}

const Schema& switch_result() {
  static const Schema kSchema = object(branch_line_members());
  return kSchema;
}

Result<std::string> switch_branch(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const RefPlace place, ref_place(session, arguments));
  const std::string name = arguments.text("name");
  auto done = place.repository->switch_branch(place.context, name);
  if (!done) return with_ref_hint(place, name, std::move(done).error());
  LW_TRY_ASSIGN(const JsonValue line, find_branch_line(*place.repository, place.context, name));
  return json_text_of(line);
}

}  // namespace

const Row kSwitch = {
    .name = "switch",
    .scope = Scope::Write,
    .summary = "Chooses the branch that calls without a branch use from now on.",
    .arguments = switch_arguments,
    .result = switch_result,
    .example = R"({"name":"other"})",
    .errors = {kBranchNotFound},
    .run = switch_branch,
};

}  // namespace latewood::operations
