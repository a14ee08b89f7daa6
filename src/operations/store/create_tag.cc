// Creates a tag.
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

const Schema& create_tag_arguments() {
  static const Schema kSchema =
      object(joined({context_member(), {required("name", text("the name of the tag")), from_member()}}));
  return kSchema;
}

const Schema& create_tag_result() {
  static const Schema kSchema = object(tag_line_members());
  return kSchema;
}

Result<std::string> create_tag(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const RefPlace place, ref_place(session, arguments));
  const std::string name = arguments.text("name");
  LW_TRY_ASSIGN(const std::string start, start_of(place, arguments));
  auto made = place.repository->create_tag(place.context, name, start);
  if (!made) return with_ref_hint(place, start, std::move(made).error());
  LW_TRY_ASSIGN(const auto tags, place.repository->tags(place.context));
  for (const TagInfo& tag : tags) {
    if (tag.name == name) return json_text_of(tag_line(tag));
  }
  return broken(kConflict, "another writer deleted tag '" + name + "' at the same time", Code::Conflict);
}

}  // namespace

const Row kCreateTag = {
    .name = "create_tag",
    .scope = Scope::Write,
    .summary = "Names a commit.",
    .arguments = create_tag_arguments,
    .result = create_tag_result,
    .example = R"({"name":"good","from":"@t-1"})",
    .errors = {kConflict, kSnapshotNotFound, kSnapshotCollected},
    .run = create_tag,
};

}  // namespace latewood::operations
