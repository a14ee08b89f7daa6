// Why a commit did what it did: every candidate of its cycle.
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/receipt.h"
#include "operations/json/reason_members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& receipt_arguments() {
  static const Schema kSchema = object(joined({history_members(), {moment_member()}}));
  return kSchema;
}

const Schema& receipt_result() {
  static const Schema kSchema = object(
      {required("cycle", count()), required("policy", nullable(text("of the commit, as canonical JSON; null: none"))),
       required("plan_digest", digest()), required("decision_digest", digest()), required("rewrites_digest", digest()),
       required("admission_digest", digest()),
       required("candidates", list(map_of(anything(), "docs/receipts.md has its members"), "in plan order"))});
  return kSchema;
}

Result<std::string> receipt(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const ReadHistory::Moment line, history.line_to(arguments.text("moment")));
  LW_TRY_ASSIGN(const Receipt found, receipt_of(*line.context, line.reference));
  return to_json(found);
}

}  // namespace

const Row kReceipt = {
    .name = "receipt",
    .scope = Scope::Read,
    .summary = "Gives the receipt of a commit: every candidate of its cycle, and what became of it.",
    .arguments = receipt_arguments,
    .result = receipt_result,
    .example = R"({"moment":"@t0"})",
    .errors = {kReceiptMissing, kSnapshotNotFound},
    .run = receipt,
};

}  // namespace latewood::operations
