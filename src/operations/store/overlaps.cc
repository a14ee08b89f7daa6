// How an insertion treats a key whose older node is not deeper.
#include <string>
#include <utility>

#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& overlaps_arguments() {
  static const Schema kSchema = object(place_members());
  return kSchema;
}

const Schema& overlaps_result() {
  static const Schema kSchema = object({required("overlaps", word({"refuse", "demote"}))});
  return kSchema;
}

Result<std::string> overlaps(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const auto lock = history.lock_edits();
  const bool demotes = history.context().overlaps() == Overlaps::Demote;
  return json_text_of(make_object({{"overlaps", demotes ? "demote" : "refuse"}}));
}

}  // namespace

const Row kOverlaps = {
    .name = "overlaps",
    .scope = Scope::Read,
    .summary = "Says whether `insert` of a key refuses or demotes an older node that is not deeper.",
    .arguments = overlaps_arguments,
    .result = overlaps_result,
    .example = R"({})",
    .errors = {},
    .run = overlaps,
};

}  // namespace latewood::operations
