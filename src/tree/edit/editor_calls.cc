// Records the successful calls of an editor as values, and replays them.
#include <utility>

#include "base/try.h"
#include "tree/edit/edit.h"
#include "tree/edit/editor.h"

namespace latewood::tree {
namespace {

using Ids = std::vector<std::string>;

Ids ids_of(const Result<std::string>& done) { return {*done}; }
Ids ids_of(const Result<std::optional<std::string>>& done) { return *done ? Ids{**done} : Ids(); }
Ids ids_of(const Result<Ids>& done) { return *done; }
Ids ids_of(const Result<void>&) { return {}; }

}  // namespace

// Runs a call. If it succeeds and calls are recorded, records `describe()`, the call as a value.
template <class Call, class Describe>
auto Editor::recorded(Call call, Describe describe) {
  auto done = call();
  if (done && calls_ != nullptr) calls_->push_back({describe(), ids_of(done)});
  return done;
}

std::optional<Component> Editor::born_removable(const Component& component) const {
  const bool applies = !component.removable && given_.is_born_removable && given_.is_born_removable(component);
  if (!applies) return std::nullopt;
  Component marked = component;
  marked.removable = true;
  return marked;
}

Result<std::string> Editor::insert(const Component& component, std::int64_t depth) {
  if (const auto marked = born_removable(component)) return insert(*marked, depth);
  return recorded([&] { return insert_at(component, depth); }, [&] { return InsertEdit{component, depth}; });
}

Result<std::string> Editor::insert_under(const Component& component, std::string_view parent) {
  if (const auto marked = born_removable(component)) return insert_under(*marked, parent);
  return recorded([&] { return insert_below(component, parent); },
                  [&] {
                    return InsertUnderEdit{component, std::string(parent)};
                  });
}

Result<std::string> Editor::replace(std::string_view id, const Replacement& replacement) {
  return recorded([&] { return replace_block(id, replacement); },
                  [&] {
                    return ReplaceEdit{std::string(id), replacement};
                  });
}

Result<std::optional<std::string>> Editor::delete_node(std::string_view id) {
  return recorded([&] { return remove(id); }, [&] { return DeleteEdit{{std::string(id)}}; });
}

Result<std::vector<std::string>> Editor::delete_nodes(const std::vector<std::string>& ids) {
  return recorded([&] { return remove_all(ids); }, [&] { return DeleteEdit{ids}; });
}

Result<void> Editor::detach(std::string_view id) {
  return recorded([&] { return take_away(id); }, [&] { return DetachEdit{std::string(id)}; });
}

Result<std::vector<std::string>> Editor::move(const std::vector<std::string>& ids, std::int64_t depth) {
  return recorded([&] { return move_all(ids, depth); }, [&] { return MoveEdit{ids, depth}; });
}

Result<void> Editor::reparent(std::string_view id, std::string_view parent) {
  return recorded([&] { return hang_below(id, parent); },
                  [&] {
                    return ReparentEdit{std::string(id), std::string(parent)};
                  });
}

// The recorded call has the name of the holder, not of the actor.
Result<void> Editor::pin(std::string_view id, const std::optional<std::string>& holder) {
  const std::string name = holder.value_or(permissions_.actor);
  return recorded([&] { return add_pin(id, name); }, [&] { return PinEdit{std::string(id), name}; });
}

Result<void> Editor::unpin(std::string_view id, const std::optional<std::string>& holder) {
  const std::string name = holder.value_or(permissions_.actor);
  return recorded([&] { return drop_pin(id, name); }, [&] { return UnpinEdit{std::string(id), name}; });
}

namespace {

Result<Ids> one(Result<std::string> id) {
  LW_TRY_ASSIGN(std::string made, std::move(id));
  return Ids{std::move(made)};
}

Result<Ids> none(const Result<void>& done) {
  LW_TRY(done);
  return Ids();
}

struct Again {
  Editor& editor;
  Result<Ids> operator()(const InsertEdit& edit) const { return one(editor.insert(edit.component, edit.depth)); }
  Result<Ids> operator()(const InsertUnderEdit& edit) const {
    return one(editor.insert_under(edit.component, edit.parent));
  }
  Result<Ids> operator()(const ReplaceEdit& edit) const { return one(editor.replace(edit.id, edit.replacement)); }
  Result<Ids> operator()(const DeleteEdit& edit) const { return editor.delete_nodes(edit.ids); }
  Result<Ids> operator()(const DetachEdit& edit) const { return none(editor.detach(edit.id)); }
  Result<Ids> operator()(const MoveEdit& edit) const { return editor.move(edit.ids, edit.depth); }
  Result<Ids> operator()(const ReparentEdit& edit) const { return none(editor.reparent(edit.id, edit.parent)); }
  Result<Ids> operator()(const PinEdit& edit) const { return none(editor.pin(edit.id, edit.holder)); }
  Result<Ids> operator()(const UnpinEdit& edit) const { return none(editor.unpin(edit.id, edit.holder)); }
};

}  // namespace

Result<Ids> apply(const Edit& edit, Editor& editor) { return std::visit(Again{editor}, edit); }

}  // namespace latewood::tree
