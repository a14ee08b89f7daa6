// Mutations of all nodes that a selector matches. Each runs in one editor: all nodes change or none does (D-27).
#include "base/rules.h"
#include "base/try.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"
#include "engine/query/one_tree.h"
#include "engine/query/scope.h"
#include "latewood/context.h"
#include "latewood/selector.h"
#include "selector/selector_data.h"
#include "tree/placement.h"

namespace latewood {
namespace {

using engine::Access;
using engine::Branch;
using tree::Editor;

using Ids = std::vector<std::string>;
using Mutated = std::vector<MutatedNode>;

// The ids of the matching nodes of the working state. E_NODE_NOT_FOUND if there is none.
Result<Ids> matches_in(const Branch& branch, const Selector& selector) {
  LW_TRY(engine::check_writable(selector));
  const selector::Scope scope = engine::scope_of_working(branch);
  Ids ids;
  selector.data().plan.for_each(scope, [&](const tree::Place& place) {
    ids.emplace_back(node_at(scope.tree, place).id());
    return true;
  });
  if (ids.empty()) return broken(kNodeNotFound, "no node matches '" + selector.text() + "'", Code::NotFound);
  return ids;
}

// Runs `mutation(editor, ids)` on the matches.
template <class Mutation>
Result<Mutated> mutate_all(Context& context, const Selector& selector, Mutation mutation) {
  Branch& branch = Access::branch(context);
  LW_TRY_ASSIGN(const Ids ids, matches_in(branch, selector));
  return Access::impl(context).edit([&](Editor& editor) { return mutation(editor, ids); });
}

// Runs `mutation(editor, id)` on one match after the other and collects the ids that it returns.
template <class Mutation>
Result<Mutated> mutate_each(Context& context, const Selector& selector, Mutation mutation) {
  return mutate_all(context, selector, [&](Editor& editor, const Ids& ids) -> Result<Mutated> {
    Mutated mutated;
    for (const std::string& id : ids) {
      LW_TRY_ASSIGN(Ids new_ids, mutation(editor, id));
      mutated.push_back({id, std::move(new_ids)});
    }
    return mutated;
  });
}

// Whether the node was removed together with another match. Root and regions are never removed.
bool went_with_another(const Editor& editor, const std::string& id) {
  const tree::Tree& tree = editor.draft().tree;
  return !editor.has(id) && id != tree.root()->id() && id != tree.seq()->id();
}

// The result of a mutation that makes no nodes.
Result<Ids> no_ids(const Result<void>& done) {
  LW_TRY(done);
  return Ids();
}

}  // namespace

Result<Mutated> Context::insert_under(const Component& component, const Selector& parents) {
  if (component.id) LW_TRY(tree::check_own_id(*component.id));
  auto mutated = mutate_each(*this, parents, [&](Editor& editor, const std::string& id) -> Result<Ids> {
    LW_TRY_ASSIGN(std::string inserted, editor.insert_under(component, id));
    return Ids{std::move(inserted)};
  });
  if (!mutated) return mutated;
  for (const MutatedNode& parent : *mutated) {
    for (const std::string& id : parent.new_ids) impl_->warn_of_order(id);
  }
  return mutated;
}

Result<Mutated> Context::replace(const Selector& nodes, const Replacement& replacement) {
  return mutate_each(*this, nodes, [&](Editor& editor, const std::string& id) -> Result<Ids> {
    LW_TRY_ASSIGN(std::string made, editor.replace(id, replacement));
    return made == id ? Ids() : Ids{std::move(made)};
  });
}

Result<Mutated> Context::delete_nodes(const Selector& nodes) {
  return mutate_each(*this, nodes, [](Editor& editor, const std::string& id) -> Result<Ids> {
    if (went_with_another(editor, id)) return Ids();
    LW_TRY_ASSIGN(std::optional<std::string> marker, editor.delete_node(id));
    return marker ? Ids{*std::move(marker)} : Ids();
  });
}

Result<Mutated> Context::detach(const Selector& nodes) {
  return mutate_each(*this, nodes, [](Editor& editor, const std::string& id) -> Result<Ids> {
    if (went_with_another(editor, id)) return Ids();
    return no_ids(editor.detach(id));
  });
}

Result<Mutated> Context::move(const Selector& nodes, std::int64_t depth) {
  return mutate_all(*this, nodes, [depth](Editor& editor, const Ids& ids) -> Result<Mutated> {
    LW_TRY(editor.move(ids, depth));
    Mutated mutated;
    for (const std::string& id : ids) mutated.push_back({id, editor.ids_now(id)});
    return mutated;
  });
}

Result<Mutated> Context::pin(const Selector& nodes, const std::optional<std::string>& holder) {
  return mutate_each(*this, nodes,
                     [&](Editor& editor, const std::string& id) { return no_ids(editor.pin(id, holder)); });
}

Result<Mutated> Context::unpin(const Selector& nodes, const std::optional<std::string>& holder) {
  return mutate_each(*this, nodes,
                     [&](Editor& editor, const std::string& id) { return no_ids(editor.unpin(id, holder)); });
}

}  // namespace latewood
