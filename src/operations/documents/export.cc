// A snapshot or a history as a document of the specification, or as a bundle.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/bundle.h"
#include "latewood/context_bundle.h"
#include "latewood/exchange.h"
#include "latewood/json_text.h"
#include "operations/documents/base64.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

// So that the base64 of a bundle fits the arguments of `import`.
constexpr std::size_t kMostBundleBytes = std::size_t{32} * 1024 * 1024;

const Schema& export_arguments() {
  static const Schema kSchema = object(joined(
      {history_members(),
       {moment_member(),
        optional("form", word({"document", "bundle"},
                              "bundle: the branch with its commit ids, at most 32 MiB; default: document")),
        optional("all", boolean("every snapshot of the branch, oldest first; of a bundle every branch and tag, and "
                                "the settings of the context; default: false, one"))}}));
  return kSchema;
}

const Schema& export_result() {
  static const Schema kSchema = any_of(
      {object({required("document", text("canonical JSON (docs/format/export.md); a text, because its numbers can be "
                                         "larger than those of JavaScript"))}),
       object({required("base64", text("the bytes of the bundle (docs/format/bundle.md)")),
               required("bytes", count("of the bundle"))})});
  return kSchema;
}

Result<std::string> document_of(const ReadHistory& history, const Arguments& arguments) {
  if (arguments.flag("all")) return export_history(history.context());
  LW_TRY_ASSIGN(const Snapshot snapshot, history.moment(arguments.text("moment")));
  return export_snapshot(snapshot);
}

// A branch whose first snapshots were collected is written as the store still has it.
Result<void> write_line(const ReadHistory& history, const Arguments& arguments, const ByteSink& sink) {
  auto written = export_bundle(history.context(), sink);
  const bool is_shortened = !written && written.error().rule == kSnapshotCollected;
  if (!is_shortened || history.repository() == nullptr || arguments.has("at")) return written;
  return export_context(*history.repository(), history.context_name(), {.branch = history.branch()}, sink);
}

Result<void> write_bundle(const ReadHistory& history, const Arguments& arguments, const ByteSink& sink) {
  if (!arguments.flag("all")) return write_line(history, arguments, sink);
  for (const char* part : {"branch", "at"}) {
    if (arguments.has(part))
      return broken(kArgumentInvalid, "/all: a bundle of every branch has no '" + std::string(part) + "'");
  }
  if (history.repository() == nullptr) return broken(kOptionInvalid, "a document has one branch: leave out 'all'");
  return export_context(*history.repository(), history.context_name(), {}, sink);
}

Result<std::string> bundle_of(const ReadHistory& history, const Arguments& arguments) {
  std::string bytes;
  LW_TRY(write_bundle(history, arguments, [&](std::string_view piece) -> Result<void> {
    // Some writers give no piece before their checks are done, and others begin anew after a failure at the start.
    if (bytes.size() + piece.size() <= kMostBundleBytes) {
      bytes.append(piece);
      return {};
    }
    Error error = broken(kArgumentInvalid, "/form: the bundle has more than " + std::to_string(kMostBundleBytes) +
                                               " bytes, which an answer cannot hold");
    error.hint = "`latewood export --bundle FILE` writes one of any size";
    return error;
  }));
  return json_text_of(make_object({{"base64", to_base64(bytes)}, {"bytes", json_of(std::uint64_t{bytes.size()})}}));
}

Result<std::string> run_export(SessionState& session, const Arguments& arguments) {
  const bool is_bundle = arguments.text("form") == "bundle";
  if (arguments.flag("all") && arguments.has("moment")) {
    return broken(kArgumentInvalid, "/all: every snapshot or one 'moment' can be asked for, not both");
  }
  if (is_bundle && arguments.has("moment")) {
    return broken(kArgumentInvalid, "/moment: a bundle is a whole branch; 'at' ends it at a commit");
  }
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  if (is_bundle) return bundle_of(history, arguments);
  LW_TRY_ASSIGN(const std::string document, document_of(history, arguments));
  return json_text_of(make_object({{"document", document}}));
}

}  // namespace

const Row kExport = {
    .name = "export",
    .scope = Scope::Read,
    .summary = "Gives a snapshot or a history as a document of the specification, or a history as a bundle.",
    .arguments = export_arguments,
    .result = export_result,
    .example = R"({"moment":"@t-1"})",
    .errors = {kSnapshotNotFound, kSnapshotCollected},
    .run = run_export,
};

}  // namespace latewood::operations
