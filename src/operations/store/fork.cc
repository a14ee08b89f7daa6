// Creates a branch and switches to it, or a context with the history up to a moment.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/store/context_line.h"
#include "operations/store/ref_lines.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& fork_arguments() {
  static const Schema kSchema = object(joined(
      {context_member(),
       {optional("name", text("the branch to create; not with `into`")), from_member(),
        optional("into", text("create a context of this name with the history up to `from`, instead of a branch")),
        optional("stay", boolean("do not switch to the new branch; default: false"))}}));
  return kSchema;
}

const Schema& fork_result() {
  static const Schema kSchema =
      any_of({object(branch_line_members()), object(context_line_members())}, "the branch, or the context");
  return kSchema;
}

Result<std::string> fork_into(SessionState& session, const RefPlace& place, const std::string& start,
                              const std::string& into) {
  auto history = place.repository->load(place.context, start);
  if (!history) return with_ref_hint(place, start, std::move(history).error());
  LW_TRY(place.repository->put_history(into, kFirstBranch, *history));
  session.forget(into);
  LW_TRY_ASSIGN(const JsonValue line, context_line(*place.repository, into));
  return json_text_of(line);
}

// Nothing is committed yet: the first commit makes the branch.
Result<std::string> name_first(const RefPlace& place, const std::string& name) {
  LW_TRY(place.repository->switch_branch(place.context, name));
  return json_text_of(make_object(
      {{"name", name}, {"commit_id", JsonValue()}, {"cycle", json_of(std::uint64_t{0})}, {"is_current", true}}));
}

Result<std::string> fork(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const RefPlace place, ref_place(session, arguments));
  LW_TRY_ASSIGN(const std::string start, start_of(place, arguments));
  const std::string name = arguments.text("name");
  const std::string into = arguments.text("into");
  if (name.empty() == into.empty()) return broken(kOptionInvalid, "one of 'name' and 'into' expected");
  if (!into.empty()) return fork_into(session, place, start, into);
  LW_TRY_ASSIGN(const auto branches, place.repository->branches(place.context));
  const bool is_unborn = branches.empty() && !arguments.has("from");
  if (is_unborn) return name_first(place, name);
  auto made = place.repository->create_branch(place.context, name, start);
  if (!made) return with_ref_hint(place, start, std::move(made).error());
  if (!arguments.flag("stay")) LW_TRY(place.repository->switch_branch(place.context, name));
  LW_TRY_ASSIGN(const JsonValue line, find_branch_line(*place.repository, place.context, name));
  return json_text_of(line);
}

}  // namespace

const Row kFork = {
    .name = "fork",
    .scope = Scope::Write,
    .summary = "Creates a branch at a moment and switches to it, or a context with the history up to the moment.",
    .arguments = fork_arguments,
    .result = fork_result,
    .example = R"({"name":"again","from":"@t-1"})",
    .errors = {kConflict, kSnapshotNotFound, kSnapshotCollected, kOptionInvalid},
    .run = fork,
};

}  // namespace latewood::operations
