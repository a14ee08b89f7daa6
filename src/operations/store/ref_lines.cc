#include "operations/store/ref_lines.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/hint.h"
#include "operations/json/members.h"
#include "operations/table/common.h"

namespace latewood::operations {

JsonValue branch_line(const BranchInfo& branch) {
  return make_object({{"name", branch.name},
                      {"commit_id", branch.head.hex()},
                      {"cycle", json_of(branch.cycle)},
                      {"is_current", JsonValue(branch.is_current)}});
}

std::vector<Member> branch_line_members() {
  return {required("name", text()),
          required("commit_id", nullable(commit_id("the head; null: nothing is committed yet"))),
          required("cycle", count()), required("is_current", boolean("the branch in use"))};
}

Result<JsonValue> find_branch_line(const Repository& repository, const std::string& context, const std::string& name) {
  LW_TRY_ASSIGN(const auto branches, repository.branches(context));
  for (const BranchInfo& branch : branches) {
    if (branch.name == name) return branch_line(branch);
  }
  return broken(kBranchNotFound, "there is no branch '" + name + "' with commits", Code::NotFound);
}

JsonValue tag_line(const TagInfo& tag) {
  return make_object({{"name", tag.name}, {"commit_id", tag.commit.hex()}, {"cycle", json_of(tag.cycle)}});
}

std::vector<Member> tag_line_members() {
  return {required("name", text()), required("commit_id", commit_id()), required("cycle", count())};
}

std::vector<Member> context_member() { return {place_members().front()}; }

Result<RefPlace> ref_place(SessionState& session, const Arguments& arguments) {
  RefPlace place;
  LW_TRY_ASSIGN(place.repository, session.repository());
  LW_TRY_ASSIGN(place.context, session.context_name(arguments));
  return place;
}

Member from_member() {
  return optional("from", text("@t-3, @c42, a branch, tag or commit; default: the newest commit of the branch in use"));
}

Result<std::string> start_of(const RefPlace& place, const Arguments& arguments) {
  const std::string from = arguments.text("from");
  if (!from.empty()) return from;
  LW_TRY_ASSIGN(const std::string current, place.repository->current_branch(place.context));
  return current;
}

Error with_ref_hint(const RefPlace& place, const std::string& reference, Error error) {
  return with_hint(*place.repository, {place.context, reference, reference}, std::move(error));
}

}  // namespace latewood::operations
