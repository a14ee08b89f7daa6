// Takes back the last edit of a branch, or its last commit.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "latewood/undo.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& undo_arguments() {
  static const Schema kSchema =
      object(joined({place_members(),
                     {optional("system", boolean("permit changing system text; default: false")),
                      optional("dry_run", boolean("change nothing; default: false"))}}));
  return kSchema;
}

const Schema& undo_result() {
  static const Schema kSchema =
      object({required("branch", text()), required("commit_id", nullable(commit_id("of an undone commit"))),
              required("cycle", nullable(count("where the branch is after an undone commit"))),
              required("dry_run", boolean()), required("ids", list(text(), "nodes that the edit made or named")),
              required("left", count("uncommitted edits that remain")),
              required("rule", text("commit, or the rule of the edit: insert, replace, delete, ...")),
              required("tag", nullable(text("keeps an undone commit")))});
  return kSchema;
}

Result<std::string> undo_last(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  auto branch = session.branch_name(*repository, context, arguments);
  if (!branch) return with_hint(*repository, {context, {}, {}}, std::move(branch).error());
  const bool is_dry = arguments.flag("dry_run");
  LW_TRY_ASSIGN(const bool may_change_system, session.permits_system(arguments));
  const auto undone = undo(*repository, context, {*branch, is_dry ? DryRun::Yes : DryRun::No, may_change_system});
  if (!undone) return with_hint(*repository, {context, *branch, {}}, undone.error());
  return json_text_of(make_object({{"branch", undone->branch},
                                   {"commit_id", undone->commit ? JsonValue(undone->commit->id.hex()) : JsonValue()},
                                   {"cycle", undone->head ? json_of(undone->head->cycle) : JsonValue()},
                                   {"dry_run", is_dry},
                                   {"ids", json_of(undone->ids)},
                                   {"left", json_of(undone->left)},
                                   {"rule", undone->is_commit() ? JsonValue("commit") : JsonValue(undone->rule)},
                                   {"tag", undone->is_commit() ? JsonValue(undone->tag) : JsonValue()}}));
}

}  // namespace

const Row kUndo = {
    .name = "undo",
    .scope = Scope::Write,
    .summary = "Takes back the last edit of a branch, or its last commit if there are no edits.",
    .arguments = undo_arguments,
    .result = undo_result,
    .example = R"({"dry_run":true})",
    .errors = {kNothingToUndo, kSnapshotCollected, kUncommitted},
    .run = undo_last,
};

}  // namespace latewood::operations
