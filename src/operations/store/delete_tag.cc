// Deletes a tag.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/store/ref_lines.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& delete_tag_arguments() {
  static const Schema kSchema = object(joined({context_member(), {required("name", text("the name of the tag"))}}));
  return kSchema;
}

const Schema& delete_tag_result() {
  static const Schema kSchema = object({required("deleted", text("the name of the tag"))});
  return kSchema;
}

Result<std::string> delete_tag(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const RefPlace place, ref_place(session, arguments));
  const std::string name = arguments.text("name");
  auto done = place.repository->delete_tag(place.context, name);
  if (!done) return with_ref_hint(place, name, std::move(done).error());
  return json_text_of(make_object({{"deleted", name}}));
}

}  // namespace

const Row kDeleteTag = {
    .name = "delete_tag",
    .scope = Scope::Write,
    .summary = "Deletes a tag; its commit stays until it is collected.",
    .arguments = delete_tag_arguments,
    .result = delete_tag_result,
    .example = R"({"name":"start"})",
    .errors = {kSnapshotNotFound},
    .run = delete_tag,
};

}  // namespace latewood::operations
