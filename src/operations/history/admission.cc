// The events that a commit admitted.
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/intake.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& admission_arguments() {
  static const Schema kSchema = object(joined({history_members(), {moment_member()}}));
  return kSchema;
}

const Schema& admission_result() {
  static const Schema kSchema =
      object({required("admission_digest", digest()),
              required("decisions", list(map_of(anything(), "docs/format/admission.md has its members"),
                                         "in canonical order; empty: the commit decided about no events"))});
  return kSchema;
}

Result<std::string> admission(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const ReadHistory::Moment line, history.line_to(arguments.text("moment")));
  LW_TRY_ASSIGN(const CycleAdmission found, admission_of(*line.context, line.reference));
  return to_json(found);
}

}  // namespace

const Row kAdmission = {
    .name = "admission",
    .scope = Scope::Read,
    .summary = "Gives the events that a commit admitted: records, budgets, order, decision ids.",
    .arguments = admission_arguments,
    .result = admission_result,
    .example = R"({"moment":"@t0"})",
    .errors = {kSnapshotNotFound},
    .run = admission,
};

}  // namespace latewood::operations
