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

// The component with what the policy adds: the removable flag, and a ttl that ends in an aligned cycle. nullopt if the
// policy changes nothing. A call is recorded with these values, so that a replay needs no policy.
std::optional<Component> Editor::made_by_policy(const Component& component) const {
  const bool is_marked = !component.removable && given_.is_born_removable && given_.is_born_removable(component);
  const std::int64_t longer = ttl_to_align(component.ttl);
  if (!is_marked && longer == 0) return std::nullopt;
  Component made = component;
  if (is_marked) made.removable = true;
  if (longer > 0) *made.ttl += longer;
  return made;
}

// How many cycles a ttl has to be longer, so that it ends in a multiple of the alignment. A ttl of 0 stays: no snapshot
// contains the block.
std::int64_t Editor::ttl_to_align(const std::optional<std::int64_t>& ttl) const {
  const auto cycle = static_cast<std::int64_t>(draft_.cycle());
  const auto align = static_cast<std::int64_t>(given_.align);
  if (align < 2 || !ttl || *ttl < 1 || *ttl >= kNever - cycle - align) return 0;
  const std::int64_t past = (cycle + *ttl) % align;
  return past == 0 ? 0 : align - past;
}

Result<std::string> Editor::insert(const Component& component, std::int64_t depth) {
  if (const auto made = made_by_policy(component)) return insert(*made, depth);
  return recorded([&] { return insert_at(component, depth); }, [&] { return InsertEdit{component, depth}; });
}

Result<std::string> Editor::insert_under(const Component& component, std::string_view parent) {
  if (const auto made = made_by_policy(component)) return insert_under(*made, parent);
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
