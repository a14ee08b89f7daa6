// Creates a store with one context.
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& init_arguments() {
  static const Schema kSchema = object(place_members());
  return kSchema;
}

const Schema& init_result() {
  static const Schema kSchema =
      object({required("store", nullable(text("the address without its password; null: the server does not tell it"))),
              required("context", text()), required("created", boolean("false: the context was there before"))});
  return kSchema;
}

// Running it again changes nothing.
Result<std::string> init(SessionState& session, const Arguments& arguments) {
  // Checked first, so that a wrong name leaves no new store behind.
  if (const auto named = session.named_context(arguments)) LW_TRY(check_context_name(*named));
  LW_TRY_ASSIGN(Repository* const repository, session.create_repository());
  LW_TRY_ASSIGN(const std::string context, session.set_context(arguments));
  const auto made = repository->create_context(context);
  const bool was_there = !made && made.error().rule == kConflict;
  if (!made && !was_there) return made.error();
  if (const auto branch = arguments.find_text("branch")) LW_TRY(repository->switch_branch(context, *branch));
  return json_text_of(
      make_object({{"store", session.url().empty() ? JsonValue() : JsonValue(store_name(session.url()))},
                   {"context", context},
                   {"created", JsonValue(!was_there)}}));
}

}  // namespace

const Row kInit = {
    .name = "init",
    .scope = Scope::Write,
    .summary = "Creates the store if it is not there, and a context in it.",
    .arguments = init_arguments,
    .result = init_result,
    .example = R"({"context":"planner"})",
    .errors = {},
    .run = init,
};

}  // namespace latewood::operations
