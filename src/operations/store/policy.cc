// The pruning policy of a branch.
#include <string>
#include <utility>

#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/policy.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& policy_arguments() {
  static const Schema kSchema = object(place_members());
  return kSchema;
}

const Schema& policy_result() {
  static const Schema kSchema = any_of({null(), map_of(anything())}, "the policy; null: none");
  return kSchema;
}

Result<std::string> policy(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const auto lock = history.lock_edits();
  const auto found = history.context().policy();
  return found ? policy_json(*found) : "null";
}

}  // namespace

const Row kPolicy = {
    .name = "policy",
    .scope = Scope::Read,
    .summary = "Gives the pruning policy of a branch.",
    .arguments = policy_arguments,
    .result = policy_result,
    .example = R"({})",
    .errors = {},
    .run = policy,
};

}  // namespace latewood::operations
