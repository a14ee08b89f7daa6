// Branches and tags as JSON, and the place that their operations work at.
#pragma once

#include <string>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "operations/session/session_state.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// {"commit_id","cycle","is_current","name"}
JsonValue branch_line(const BranchInfo& branch);
std::vector<Member> branch_line_members();
// The branch of that name. NotFound (E_BRANCH_NOT_FOUND) if there is none.
Result<JsonValue> find_branch_line(const Repository& repository, const std::string& context, const std::string& name);

// {"commit_id","cycle","name"}
JsonValue tag_line(const TagInfo& tag);
std::vector<Member> tag_line_members();

// The store and the context of a call.
struct RefPlace {
  Repository* repository = nullptr;
  std::string context;
};
Result<RefPlace> ref_place(SessionState& session, const Arguments& arguments);
// "context": for operations that name branches themselves.
std::vector<Member> context_member();

// "from" on the branch of the call: "@t-3" means that of the branch in use.
Result<std::string> start_of(const RefPlace& place, const Arguments& arguments);
Member from_member();

// The error with the nearest branch, tag or context.
Error with_ref_hint(const RefPlace& place, const std::string& reference, Error error);

}  // namespace latewood::operations
