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
               optional("ttl", integer("the number of snapshots that contain the sealed turn; default: no limit"))}}));
  return kSchema;
}

const Schema& commit_result() {
  static const Schema kSchema = object(committed_members());
  return kSchema;
}

Result<JsonValue> commit(const EditCallPlace& place, const Arguments& arguments) {
  CommitNote note;
  note.message = arguments.text("message");
  CommitOptions options;
  options.ttl = arguments.find_integer("ttl");
  LW_TRY(count_first(place));
  LW_TRY_ASSIGN(const CommitReport report, place.context.commit(note, options));
  return with_members(json_of(report), {{"branch", place.branch}});
}

}  // namespace

const Row kCommit = {
    .name = "commit",
    .scope = Scope::Write,
    .summary = "Ends the cycle: expires, prunes, seals, and stores one snapshot.",
    .arguments = commit_arguments,
    .result = commit_result,
    .example = R"({"message":"first turn"})",
    .errors = {kTtlInvalid, kBoundaryMismatch, kPayloadPurged, kStampsExhausted, kHashCollision},
    .edit = commit,
};

}  // namespace latewood::operations
