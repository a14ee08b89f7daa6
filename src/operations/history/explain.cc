// How a selector is evaluated.
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/query.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& explain_arguments() {
  static const Schema kSchema =
      object(joined({history_members(), {required("selector", text("docs/selectors.md has the language"))}}));
  return kSchema;
}

const Schema& explain_result() {
  static const Schema kSchema =
      object({required("selector", text("in canonical form")),
              required("moment", text("the newest one that it asks for")), required("cycle", count("of that moment")),
              required("steps", list(object({required("step", text()),
                                             required("index", text("id, depth, region, turns or "
                                                                    "scan")),
                                             required("visited", count("nodes it looked at")),
                                             required("kept", count("nodes it passed on"))}),
                                     "from left to right"))});
  return kSchema;
}

Result<std::string> explain(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const Explanation explanation, history.context().explain(arguments.text("selector")));
  return to_json(explanation);
}

}  // namespace

const Row kExplain = {
    .name = "explain",
    .scope = Scope::Read,
    .summary = "Shows how a selector is evaluated: its steps, and the index that serves each.",
    .arguments = explain_arguments,
    .result = explain_result,
    .example = R"({"selector":"^seq .mt:depth(1) .cb"})",
    .errors = {kSelectorInvalid, kSnapshotNotFound},
    .run = explain,
};

}  // namespace latewood::operations
