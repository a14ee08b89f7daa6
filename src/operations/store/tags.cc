// The tags of a context.
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

const Schema& tags_arguments() {
  static const Schema kSchema = object(context_member());
  return kSchema;
}

const Schema& tags_result() {
  static const Schema kSchema = object({required("tags", list(object(tag_line_members()), "by name"))});
  return kSchema;
}

Result<std::string> tags(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const RefPlace place, ref_place(session, arguments));
  auto found = place.repository->tags(place.context);
  if (!found) return with_ref_hint(place, {}, std::move(found).error());
  JsonValue::Array lines;
  for (const TagInfo& tag : *found) lines.push_back(tag_line(tag));
  return json_text_of(make_object({{"tags", std::move(lines)}}));
}

}  // namespace

const Row kTags = {
    .name = "tags",
    .scope = Scope::Read,
    .summary = "Lists the tags of a context.",
    .arguments = tags_arguments,
    .result = tags_result,
    .example = R"({})",
    .errors = {kContextNotFound},
    .lines = "tags",
    .run = tags,
};

}  // namespace latewood::operations
