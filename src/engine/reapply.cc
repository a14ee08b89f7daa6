#include "engine/reapply.h"

#include <map>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::engine {
namespace {

using Ids = std::vector<std::string>;

// What nodes are called now that were called otherwise when the edits were made.
class Renames {
 public:
  void note(const Ids& before, const Ids& now) {
    for (std::size_t i = 0; i < before.size() && i < now.size(); ++i) {
      if (before[i] != now[i]) names_.insert_or_assign(before[i], now[i]);
    }
  }
  void apply(std::string& id) const {
    const auto found = names_.find(id);
    if (found != names_.end()) id = found->second;
  }
  void apply(Ids& ids) const {
    for (std::string& id : ids) apply(id);
  }

 private:
  std::map<std::string, std::string> names_;
};

struct Renaming {
  const Renames& renames;
  void operator()(tree::InsertEdit&) const {}
  void operator()(tree::InsertUnderEdit& edit) const { renames.apply(edit.parent); }
  void operator()(tree::ReplaceEdit& edit) const { renames.apply(edit.id); }
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

// The component of an edit that makes a node; null for others.
Component* inserted_by(tree::Edit& edit) {
  if (auto* insert = std::get_if<tree::InsertEdit>(&edit)) return &insert->component;
  if (auto* under = std::get_if<tree::InsertUnderEdit>(&edit)) return &under->component;
  return nullptr;
}

// With the id the node had, if nobody has it now.
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

Result<std::vector<EditCall>> reapply(const std::vector<EditCall>& calls, Branch& branch) {
  Renames renames;
  std::vector<EditCall> again;
  std::size_t number = 0;
  for (const EditCall& call : calls) {
    const auto make_all = [&](tree::Editor& editor) -> Result<void> {
      for (const tree::MadeEdit& made : call.edits) {
        tree::Edit edit = made.edit;
        std::visit(Renaming{renames}, edit);
        LW_TRY_ASSIGN(const Ids now, make_again(std::move(edit), made.ids, editor));
        renames.note(made.ids, now);
      }
      return {};
    };
    ++number;
    branch.cause = call.event;
    auto made = branch.edit_recorded(call.permissions, make_all);
    if (!made) {
      Error error = std::move(made).error();
      error.message = "edit " + std::to_string(number) + " cannot be made again: " + error.message;
      return error;
    }
    again.push_back(*std::move(made));
  }
  branch.cause.reset();
  return again;
}

}  // namespace latewood::engine
