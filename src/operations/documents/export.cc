// A snapshot or a history as a document of the specification.
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/exchange.h"
#include "latewood/json_text.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& export_arguments() {
  static const Schema kSchema =
      object(joined({history_members(),
                     {moment_member(),
                      optional("all", boolean("every snapshot of the branch, oldest first; default: false, one"))}}));
  return kSchema;
}

const Schema& export_result() {
  static const Schema kSchema =
      object({required("document", text("canonical JSON (docs/format/export.md); a text, because its numbers can be "
                                        "larger than those of JavaScript"))});
  return kSchema;
}

Result<std::string> document_of(const ReadHistory& history, const Arguments& arguments) {
  if (arguments.flag("all")) return export_history(history.context());
  LW_TRY_ASSIGN(const Snapshot snapshot, history.moment(arguments.text("moment")));
  return export_snapshot(snapshot);
}

Result<std::string> run_export(SessionState& session, const Arguments& arguments) {
  if (arguments.flag("all") && arguments.has("moment")) {
    return broken(kArgumentInvalid, "/all: every snapshot or one 'moment' can be asked for, not both");
  }
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::string document, document_of(history, arguments));
  return json_text_of(make_object({{"document", document}}));
}

}  // namespace

const Row kExport = {
    .name = "export",
    .scope = Scope::Read,
    .summary = "Gives a snapshot or a history as a document of the specification.",
    .arguments = export_arguments,
    .result = export_result,
    .example = R"({"moment":"@t-1"})",
    .errors = {kSnapshotNotFound, kSnapshotCollected},
    .run = run_export,
};

}  // namespace latewood::operations
