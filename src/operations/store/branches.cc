// The branches of a context.
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

const Schema& branches_arguments() {
  static const Schema kSchema = object(context_member());
  return kSchema;
}

const Schema& branches_result() {
  static const Schema kSchema =
      object({required("branches", list(object(branch_line_members()), "by name; branches with commits"))});
  return kSchema;
}

Result<std::string> branches(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const RefPlace place, ref_place(session, arguments));
  auto found = place.repository->branches(place.context);
  if (!found) return with_ref_hint(place, {}, std::move(found).error());
  JsonValue::Array lines;
  for (const BranchInfo& branch : *found) lines.push_back(branch_line(branch));
  return json_text_of(make_object({{"branches", std::move(lines)}}));
}

}  // namespace

const Row kBranches = {
    .name = "branches",
    .scope = Scope::Read,
    .summary = "Lists the branches of a context.",
    .arguments = branches_arguments,
    .result = branches_result,
    .example = R"({})",
    .errors = {kContextNotFound},
    .lines = "branches",
    .run = branches,
};

}  // namespace latewood::operations
