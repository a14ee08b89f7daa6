// Sets the pruning policy of a branch.
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/policy.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& set_policy_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(),
       {required("policy", any_of({map_of(anything()), null()}, "docs/commit.md has the members; null: none"))}}));
  return kSchema;
}

const Schema& set_policy_result() {
  static const Schema kSchema = any_of({null(), map_of(anything())}, "the policy as it is stored");
  return kSchema;
}

Result<JsonValue> set_policy(const EditCallPlace& place, const Arguments& arguments) {
  const JsonValue& given = *arguments.find("policy");
  if (given.is_null()) {
    LW_TRY(place.context.set_policy(std::nullopt));
    return JsonValue();
  }
  LW_TRY_ASSIGN(const PrunePolicy parsed, parse_policy(json_text_of(given)));
  LW_TRY(place.context.set_policy(parsed));
  return parse_json_text(policy_json(parsed));
}

}  // namespace

const Row kSetPolicy = {
    .name = "set_policy",
    .scope = Scope::Write,
    .summary = "Sets the pruning policy of a branch.",
    .arguments = set_policy_arguments,
    .result = set_policy_result,
    .example = R"({"policy":{"turns":{"trigger":40,"target":30}}})",
    .errors = {kOptionInvalid, kUnauthorized},
    .edit = set_policy,
};

}  // namespace latewood::operations
