// A list of edits, and optionally the commit, in one transaction.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "operations/edits/edit_list.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& apply_arguments() {
  static const Schema kSchema = object(
      joined({edit_members(),
              {required("edits", edit_list_schema()),
               optional("commit", any_of({boolean(), object({optional("message", text()), optional("ttl", integer())})},
                                         "true, or the message and ttl of the commit that follows; default: none"))}}));
  return kSchema;
}

const Schema& apply_result() {
  static const Schema kSchema =
      object({required("results", list(anything(), "the result of each edit, in their order")),
              required("commit", nullable(object(committed_members())))});
  return kSchema;
}

Result<JsonValue> make_commit(const EditCallPlace& place, const JsonValue* asked) {
  const bool is_asked = asked != nullptr && (asked->as_bool() == nullptr || *asked->as_bool());
  if (!is_asked) return JsonValue();
  const JsonValue options = asked->as_object() != nullptr ? *asked : make_object({});
  return kCommit.edit(place, Arguments(options, {}));
}

Result<JsonValue> apply(const EditCallPlace& place, const Arguments& arguments) {
  std::vector<JsonValue> results;
  JsonValue committed;
  LW_TRY(place.context.together([&]() -> Result<void> {
    LW_TRY_ASSIGN(results, make_edit_list(place, arguments));
    LW_TRY_ASSIGN(committed, make_commit(place, arguments.find("commit")));
    return {};
  }));
  return make_object({{"results", JsonValue(std::move(results))}, {"commit", std::move(committed)}});
}

}  // namespace

const Row kApply = {
    .name = "apply",
    .scope = Scope::Write,
    .summary = "Makes a list of edits, and optionally the commit, in one transaction: all of it or nothing.",
    .arguments = apply_arguments,
    .result = apply_result,
    .example = R"({"edits":[{"op":"insert","args":{"role":"user","content":"Hello"}},)"
               R"({"op":"insert","args":{"role":"assistant","content":"Hi","attributes":{"data_refs":["$0.id"]}}}],)"
               R"("commit":{"message":"greetings"}})",
    .errors = {kDuplicateId, kNodeNotFound, kPlacementInvalid, kUnauthorized, kSealedImmutable},
    .edit = apply,
};

}  // namespace latewood::operations
