// A list of edits, and optionally the commit, in one transaction.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_field.h"
#include "operations/edits/earlier_results.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"
#include "operations/table/table.h"

namespace latewood::operations {
namespace {

Schema edit_schema() {
  return object({required("op", text("the name of an operation that edits, such as insert")),
                 optional("args", map_of(anything(),
                                         "its arguments, without context, branch and expected_parent. "
                                         "\"$0.id\" stands for the member `id` of the result of the first "
                                         "edit; not in `content`. $$ stands for one $"))});
}

const Schema& apply_arguments() {
  static const Schema kSchema = object(
      joined({edit_members(),
              {required("edits", list(edit_schema(), "they are made in this order")),
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

// References stand in arguments that name nodes and in attributes. The content is text of people and models.
Result<JsonValue> with_references(const JsonValue& arguments, const std::vector<JsonValue>& results) {
  std::vector<JsonMember> members;
  for (const JsonMember& member : *arguments.as_object()) {
    if (member.key == "content") {
      members.push_back(member);
      continue;
    }
    LW_TRY_ASSIGN(JsonValue value, resolve_references(member.value, results));
    members.push_back({member.key, std::move(value)});
  }
  return make_object(std::move(members));
}

// The place and the maker are those of the whole call.
Result<void> check_own_members(const JsonValue& arguments) {
  for (const Member& member : edit_members()) {
    if (arguments.find(member.name) == nullptr) continue;
    return broken(kArgumentInvalid, "'" + member.name + "' belongs to the call, not to one of its edits");
  }
  return {};
}

Error in_edit(std::size_t number, Error error) {
  error.message = "edit " + std::to_string(number) + ": " + error.message;
  return error;
}

Result<JsonValue> make_edit(const EditCallPlace& place, const JsonField& edit, const std::vector<JsonValue>& results) {
  const std::string& name = *edit.value().find("op")->as_string();
  const Row* row = find_row(name);
  if (row == nullptr) return find_operation(name).error();
  if (!row->joins_apply) return broken(kArgumentInvalid, "'" + name + "' cannot be one of the edits");
  const auto given = edit.find("args");
  const JsonValue written = given ? given->value() : make_object({});
  LW_TRY(check_own_members(written));
  LW_TRY_ASSIGN(const JsonValue arguments, with_references(written, results));
  LW_TRY(check(row->arguments(), arguments));
  return row->edit(place, Arguments(arguments, given ? given->source() : std::string_view("{}")));
}

Result<JsonValue> make_commit(const EditCallPlace& place, const JsonValue* asked) {
  const bool is_asked = asked != nullptr && (asked->as_bool() == nullptr || *asked->as_bool());
  if (!is_asked) return JsonValue();
  const JsonValue options = asked->as_object() != nullptr ? *asked : make_object({});
  return kCommit.edit(place, Arguments(options, {}));
}

Result<JsonValue> apply(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY_ASSIGN(const JsonField edits, arguments.field("edits"));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, edits.items());
  std::vector<JsonValue> results;
  JsonValue committed;
  LW_TRY(place.context.together([&]() -> Result<void> {
    for (const JsonField& edit : items) {
      auto made = make_edit(place, edit, results);
      if (!made) return in_edit(results.size(), std::move(made).error());
      results.push_back(*std::move(made));
    }
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
