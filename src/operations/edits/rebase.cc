// Applies uncommitted edits again, on top of the newest commit of the branch.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/working_diff.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& rebase_arguments() {
  static const Schema kSchema = object(edit_members());
  return kSchema;
}

const Schema& rebase_result() {
  static const Schema kSchema =
      object({required("cycle", count()), required("nodes", count("nodes with edits that were applied again"))});
  return kSchema;
}

Result<JsonValue> rebase(const EditCallPlace& place, const Arguments&) {
  LW_TRY(place.context.rebase());
  LW_TRY_ASSIGN(const Diff edits, working_diff(place.context));
  const std::uint64_t nodes = count_edited(place.context, edits);
  return make_object({{"cycle", json_of(place.context.cycle())}, {"nodes", json_of(nodes)}});
}

}  // namespace

const Row kRebase = {
    .name = "rebase",
    .scope = Scope::Write,
    .summary = "Applies uncommitted edits again, on top of the newest commit of the branch.",
    .arguments = rebase_arguments,
    .result = rebase_result,
    .example = R"({})",
    .errors = {kBranchNotFound},
    .edit = rebase,
};

}  // namespace latewood::operations
