// Deletes a context.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "latewood/repository.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& delete_context_arguments() {
  static const Schema kSchema =
      object({required("name", text("the context to delete")),
              optional("force", boolean("also delete its commits, edits and events; default: false"))});
  return kSchema;
}

const Schema& delete_context_result() {
  static const Schema kSchema =
      object({required("deleted", text("the name of the context")), required("commits", count("that it had"))});
  return kSchema;
}

void add_amount(std::string& all, std::uint64_t number, const std::string& noun) {
  if (number == 0) return;
  all += (all.empty() ? "" : ", ") + std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

// Deleting a history is final, so the error lists what is lost and how to keep it.
Error needs_force(const std::string& name, const ContextContents& contents) {
  std::string lost;
  add_amount(lost, contents.commits, "commit");
  add_amount(lost, contents.edits, "uncommitted edit");
  add_amount(lost, contents.events, "event");
  add_amount(lost, contents.attempts, "attempt");
  Error error = broken(kUncommitted, "context " + name + " has " + lost, Code::Conflict);
  error.hint = "`force` deletes all of it permanently; `export` saves its history first";
  return error;
}

Result<std::string> remove_context(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  const std::string name = arguments.text("name");
  const auto contents = repository->context_contents(name);
  if (!contents) return with_hint(*repository, {name, {}, {}}, contents.error());
  if (!contents->is_empty() && !arguments.flag("force")) return needs_force(name, *contents);
  LW_TRY(repository->delete_context(name));
  session.forget(name);
  return json_text_of(make_object({{"commits", json_of(contents->commits)}, {"deleted", name}}));
}

}  // namespace

const Row kDeleteContext = {
    .name = "delete_context",
    .scope = Scope::Admin,
    .summary = "Deletes a context with its branches, tags, commits, edits, events and attempts.",
    .arguments = delete_context_arguments,
    .result = delete_context_result,
    .example = R"({"name":"main","force":true})",
    .errors = {kUncommitted, kContextNotFound, kConflict},
    .run = remove_context,
};

}  // namespace latewood::operations
