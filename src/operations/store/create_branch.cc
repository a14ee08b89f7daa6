// Creates a branch.
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

const Schema& create_branch_arguments() {
  static const Schema kSchema =
      object(joined({context_member(), {required("name", text("the name of the branch")), from_member()}}));
  return kSchema;
}

const Schema& create_branch_result() {
  static const Schema kSchema = object(branch_line_members());
  return kSchema;
}

Result<std::string> create_branch(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const RefPlace place, ref_place(session, arguments));
  const std::string name = arguments.text("name");
  LW_TRY_ASSIGN(const std::string start, start_of(place, arguments));
  auto made = place.repository->create_branch(place.context, name, start);
  if (!made) return with_ref_hint(place, start, std::move(made).error());
  LW_TRY_ASSIGN(const JsonValue line, find_branch_line(*place.repository, place.context, name));
  return json_text_of(line);
}

}  // namespace

const Row kCreateBranch = {
    .name = "create_branch",
    .scope = Scope::Write,
    .summary = "Creates a branch at a moment.",
    .arguments = create_branch_arguments,
    .result = create_branch_result,
    .example = R"({"name":"try","from":"@t-1"})",
    .errors = {kConflict, kSnapshotNotFound, kSnapshotCollected},
    .run = create_branch,
};

}  // namespace latewood::operations
