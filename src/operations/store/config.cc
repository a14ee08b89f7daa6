// The settings that calls use when they name nothing else.
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/session/session_state.h"
#include "operations/store/ref_lines.h"
#include "operations/store/settings_json.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& config_arguments() {
  static const Schema kSchema = object(context_member());
  return kSchema;
}

Result<std::string> config(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const JsonValue settings, settings_json(session, arguments));
  return json_text_of(settings);
}

}  // namespace

const Row kConfig = {
    .name = "config",
    .scope = Scope::Read,
    .summary =
        "Gives the context, profile, actor, token counter and prices of calls that name none, and where each is set.",
    .arguments = config_arguments,
    .result = settings_schema,
    .example = "{}",
    .errors = {kContextNotFound},
    .run = config,
};

}  // namespace latewood::operations
