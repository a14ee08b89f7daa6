#include "engine/branch/reapply.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/branch_edit.h"
#include "engine/branch/working_state.h"

namespace latewood::engine {
namespace {

using Ids = std::vector<std::string>;

// Attributes whose values are node ids.
constexpr std::array<std::string_view, 3> kNaming = {"data_redacts", "data_refs", "data_replaces"};

struct Renaming {
  const Renames& renames;
  void operator()(tree::InsertEdit& edit) const { renames.apply(edit.component.attributes); }
  void operator()(tree::InsertUnderEdit& edit) const {
    renames.apply(edit.component.attributes);
    renames.apply(edit.parent);
  }
  void operator()(tree::ReplaceEdit& edit) const {
    renames.apply(edit.replacement.attributes);
    renames.apply(edit.id);
  }
  void operator()(tree::DeleteEdit& edit) const { renames.apply(edit.ids); }
  void operator()(tree::DetachEdit& edit) const { renames.apply(edit.id); }
  void operator()(tree::MoveEdit& edit) const { renames.apply(edit.ids); }
  void operator()(tree::ReparentEdit& edit) const {
    renames.apply(edit.id);
    renames.apply(edit.parent);
  }
  void operator()(tree::PinEdit& edit) const { renames.apply(edit.id); }
  void operator()(tree::UnpinEdit& edit) const { renames.apply(edit.id); }
};

// The component of an edit that makes a node; null for other edits.
Component* inserted_by(tree::Edit& edit) {
  if (auto* insert = std::get_if<tree::InsertEdit>(&edit)) return &insert->component;
  if (auto* under = std::get_if<tree::InsertUnderEdit>(&edit)) return &under->component;
  return nullptr;
}

// Makes the edit. A new node gets its old id if the id is free.
Result<Ids> make_again(tree::Edit edit, const Ids& before, tree::Editor& editor) {
  Component* component = inserted_by(edit);
  const bool was_derived = component != nullptr && !component->id && before.size() == 1;
  if (!was_derived) return tree::apply(edit, editor);
  component->id = before.front();
  auto made = tree::apply(edit, editor);
  if (made || made.error().rule != kDuplicateId) return made;
  component->id.reset();
  return tree::apply(edit, editor);
}

}  // namespace

void Renames::note(const Ids& before, const Ids& now) {
  for (std::size_t i = 0; i < before.size() && i < now.size(); ++i) {
    if (before[i] != now[i]) names_.insert_or_assign(before[i], now[i]);
  }
}

void Renames::apply(std::string& id) const {
  const auto found = names_.find(id);
  if (found != names_.end()) id = found->second;
}

void Renames::apply(Ids& ids) const {
  for (std::string& id : ids) apply(id);
}

void Renames::apply(std::vector<JsonMember>& attributes) const {
  if (names_.empty()) return;
  for (JsonMember& attribute : attributes) {
    const bool names_nodes = std::find(kNaming.begin(), kNaming.end(), attribute.key) != kNaming.end();
    if (names_nodes) attribute.value = renamed(attribute.value);
  }
}

// One id or a list of them.
JsonValue Renames::renamed(const JsonValue& value) const {
  if (const std::string* id = value.as_string()) {
    std::string now = *id;
    apply(now);
    return JsonValue(std::move(now));
  }
  const JsonValue::Array* list = value.as_array();
  if (list == nullptr) return value;
  JsonValue::Array items;
  for (const JsonValue& item : *list) items.push_back(item.as_string() != nullptr ? renamed(item) : item);
  return JsonValue(std::move(items));
}

Result<EditCall> reapply(const EditCall& call, Renames& renames, Branch& branch) {
  const auto make_all = [&](tree::Editor& editor) -> Result<void> {
    for (const tree::MadeEdit& made : call.edits) {
      tree::Edit edit = made.edit;
      std::visit(Renaming{renames}, edit);
      LW_TRY_ASSIGN(const Ids now, make_again(std::move(edit), made.ids, editor));
      renames.note(made.ids, now);
    }
    return {};
  };
  branch.working_state().set_cause(call.event);
  auto made = branch.edit_recorded(call.permissions, make_all);
  branch.working_state().set_cause({});
  return made;
}

Result<std::vector<EditCall>> reapply(const std::vector<EditCall>& calls, Branch& branch) {
  Renames renames;
  std::vector<EditCall> again;
  for (const EditCall& call : calls) {
    auto made = reapply(call, renames, branch);
    if (!made) {
      Error error = std::move(made).error();
      error.message = "edit " + std::to_string(again.size() + 1) + " cannot be repeated: " + error.message;
      return error;
    }
    again.push_back(*std::move(made));
  }
  return again;
}

}  // namespace latewood::engine
