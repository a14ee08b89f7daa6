// Ends the cycle: expires, prunes, seals, and stores one snapshot.
#include "base/rules.h"
#include "base/try.h"
#include "operations/edits/cause.h"
#include "operations/edits/count_first.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& commit_arguments() {
  static const Schema kSchema = object(
      joined({edit_members(),
              {optional("message", text("why this commit exists; default: empty")),
               optional("ttl", integer("the number of snapshots that contain the sealed turn; default: no limit")),
               optional("summary", text("stands from now on for what this commit removes by ttl and pruning, and for "
                                        "older summaries; `plan` lists what that is; default: none"))}}));
  return kSchema;
}

const Schema& commit_result() {
  static const Schema kSchema =
      object(joined({committed_members(),
                     {optional("summary_id", nullable(text("with `summary`: its node; null: there is none"))),
                      optional("summary_fault", text("why the commit was made without the summary"))}}));
  return kSchema;
}

Result<JsonValue> commit(const EditCallPlace& place, const Arguments& arguments) {
  CommitNote note;
  note.message = arguments.text("message");
  CommitOptions options;
  options.ttl = arguments.find_integer("ttl");
  LW_TRY(count_first(place));
  const auto summary = arguments.find_text("summary");
  if (summary) options.summarize = [&summary](const std::vector<SummarizedBlock>&) { return summary; };
  LW_TRY_ASSIGN(const CommitReport report, place.context.commit(note, options));
  std::vector<JsonMember> members = {{"branch", place.branch}};
  if (summary) {
    const bool is_made = !report.summary_id.empty();
    members.push_back({"summary_id", is_made ? JsonValue(report.summary_id) : JsonValue()});
    if (!is_made) members.push_back({"summary_fault", report.summary_fault});
  }
  return with_members(json_of(report), std::move(members));
}

}  // namespace

const Row kCommit = {
    .name = "commit",
    .scope = Scope::Write,
    .summary = "Ends the cycle: expires, prunes, seals, and stores one snapshot.",
    .arguments = commit_arguments,
    .result = commit_result,
    .example = R"({"message":"first turn"})",
    .errors = {kTtlInvalid, kBoundaryMismatch, kPayloadPurged, kStampsExhausted, kHashCollision, kOptionInvalid},
    .edit = commit,
};

}  // namespace latewood::operations
