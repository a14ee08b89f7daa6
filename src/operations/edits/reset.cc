// Discards all uncommitted edits.
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "latewood/working_diff.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& reset_arguments() {
  static const Schema kSchema = object(edit_members());
  return kSchema;
}

const Schema& reset_result() {
  static const Schema kSchema =
      object({required("cycle", count()), required("forgotten", count("nodes with edits that were discarded"))});
  return kSchema;
}

Result<JsonValue> reset(const EditCallPlace& place, const Arguments&) {
  LW_TRY_ASSIGN(const Diff edits, working_diff(place.context));
  const std::uint64_t forgotten = count_edited(place.context, edits);
  LW_TRY(place.context.reset());
  return make_object({{"cycle", json_of(place.context.cycle())}, {"forgotten", json_of(forgotten)}});
}

}  // namespace

const Row kReset = {
    .name = "reset",
    .scope = Scope::Write,
    .summary = "Discards all uncommitted edits.",
    .arguments = reset_arguments,
    .result = reset_result,
    .example = R"({})",
    .errors = {},
    .edit = reset,
};

}  // namespace latewood::operations
