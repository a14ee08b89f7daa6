#include "operations/store/context_line.h"

#include <cstdint>

#include "base/try.h"
#include "operations/json/members.h"
#include "operations/table/common.h"

namespace latewood::operations {

Result<JsonValue> context_line(const Repository& repository, const std::string& name) {
  LW_TRY_ASSIGN(const std::string branch, repository.current_branch(name));
  LW_TRY_ASSIGN(const auto branches, repository.branches(name));
  std::uint64_t cycle = 0;
  for (const BranchInfo& one : branches) {
    if (one.is_current) cycle = one.cycle;
  }
  return make_object({{"name", name},
                      {"branch", branch},
                      {"branches", json_of(std::uint64_t{branches.size()})},
                      {"cycle", json_of(cycle)}});
}

std::vector<Member> context_line_members() {
  return {required("name", text()), required("branch", text("the branch in use")),
          required("branches", count("branches with commits")), required("cycle", count("of the branch in use"))};
}

}  // namespace latewood::operations
