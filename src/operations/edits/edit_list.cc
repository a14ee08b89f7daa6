#include "operations/edits/edit_list.h"

#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_field.h"
#include "operations/edits/earlier_results.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"
#include "operations/table/table.h"

namespace latewood::operations {
namespace {

Schema listed_edit_schema() {
  return object({required("op", text("the name of an operation that edits, such as insert")),
                 optional("args", map_of(anything(),
                                         "its arguments, without context, branch and expected_parent. "
                                         "\"$0.id\" stands for the member `id` of the result of the first "
                                         "edit; not in `content`. $$ stands for one $"))});
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

}  // namespace

Schema edit_list_schema() { return list(listed_edit_schema(), "they are made in this order"); }

Result<std::vector<JsonValue>> make_edit_list(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY_ASSIGN(const JsonField edits, arguments.field("edits"));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, edits.items());
  std::vector<JsonValue> results;
  for (const JsonField& edit : items) {
    auto made = make_edit(place, edit, results);
    if (!made) return in_edit(results.size(), std::move(made).error());
    results.push_back(*std::move(made));
  }
  return results;
}

}  // namespace latewood::operations
