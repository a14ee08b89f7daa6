// Sets how an insertion treats a key whose older node is not deeper.
#include <string>
#include <utility>

#include "base/try.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& set_overlaps_arguments() {
  static const Schema kSchema = object(joined({edit_members(), {required("overlaps", word({"refuse", "demote"}))}}));
  return kSchema;
}

const Schema& set_overlaps_result() {
  static const Schema kSchema = object({required("overlaps", word({"refuse", "demote"}))});
  return kSchema;
}

Result<JsonValue> set_overlaps(const EditCallPlace& place, const Arguments& arguments) {
  const std::string setting = arguments.text("overlaps");
  LW_TRY(place.context.set_overlaps(setting == "demote" ? Overlaps::Demote : Overlaps::Refuse));
  return make_object({{"overlaps", setting}});
}

}  // namespace

const Row kSetOverlaps = {
    .name = "set_overlaps",
    .scope = Scope::Write,
    .summary = "Sets whether `insert` of a key refuses or demotes an older node that is not deeper.",
    .arguments = set_overlaps_arguments,
    .result = set_overlaps_result,
    .example = R"({"overlaps":"demote"})",
    .errors = {},
    .edit = set_overlaps,
};

}  // namespace latewood::operations
