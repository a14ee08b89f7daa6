#include "latewood/restore.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "latewood/why.h"
#include "tree/edit/editor.h"
#include "tree/edit/refusal.h"
#include "tree/id_scope.h"

namespace latewood {
namespace {

using tree::Editor;

constexpr const char* kRestores = "data_restores";

// The nodes of a snapshot, indexed by id.
class Nodes {
 public:
  explicit Nodes(std::vector<NodeView> all) : all_(std::move(all)) {
    for (std::size_t i = 0; i < all_.size(); ++i) places_.emplace(all_[i].id, i);
  }
  const NodeView* find(const std::string& id) const {
    const auto found = places_.find(id);
    return found == places_.end() ? nullptr : &all_[found->second];
  }
  const NodeView* parent_of(const NodeView& node) const { return node.parent_id ? find(*node.parent_id) : nullptr; }
  const std::vector<NodeView>& all() const { return all_; }

 private:
  std::vector<NodeView> all_;
  std::map<std::string, std::size_t> places_;
};

bool is_turn(const NodeView& node) { return node.node_type == "mt"; }
bool is_core(const NodeView& node) { return node.node_type == "mc"; }
bool is_block(const NodeView& node) { return !is_turn(node) && !is_core(node) && !node.node_type.starts_with('^'); }

Result<Component> component_of(const NodeView& node, const RestoreOptions& options) {
  if (node.purged) {
    return broken(kPayloadPurged, "the content of '" + node.id + "' was purged and cannot be restored", Code::Conflict);
  }
  Component component;
  component.node_type = node.node_type;
  component.offset = node.offset;
  component.ttl = options.ttl;
  component.priority = node.priority;
  component.role = node.role;
  component.kind = node.kind;
  component.content = node.content;
  component.removable = node.removable;
  component.key = node.key;
  component.provenance = node.provenance;
  for (const JsonMember& attribute : node.attributes) {
    if (attribute.key != kRestores) component.attributes.push_back(attribute);
  }
  component.attributes.push_back({kRestores, JsonValue(node.id)});
  return component;
}

class BringBack {
 public:
  BringBack(Editor& editor, const Nodes& nodes, const RestoreOptions& options)
      : editor_(editor), nodes_(nodes), options_(options) {}

  Result<std::vector<RestoredNode>> run(const NodeView& top) {
    top_ = &top;
    for (const NodeView& node : nodes_.all()) {
      if (!is_block(node) || !is_below(node, top)) continue;
      LW_TRY_ASSIGN(const Component component, component_of(node, options_));
      LW_TRY_ASSIGN(std::string id, put(node, component));
      now_[node.id] = id;
      made_.push_back({std::move(id), node.id});
    }
    if (!made_.empty()) return std::move(made_);
    return broken(kNodeNotFound, "'" + top.id + "' has no block to restore", Code::NotFound);
  }

 private:
  bool is_below(const NodeView& node, const NodeView& top) const {
    for (const NodeView* at = &node; at != nullptr; at = nodes_.parent_of(*at)) {
      if (at->id == top.id) return true;
    }
    return false;
  }

  Result<std::string> put(const NodeView& node, const Component& component) {
    const NodeView* parent = nodes_.parent_of(node);
    if (parent == nullptr) return tree::not_found(node.id);
    if (const auto again = now_.find(parent->id); again != now_.end()) {
      return editor_.insert_under(component, again->second);
    }
    if (parent->node_type == "^sys") return editor_.insert(component, -1);
    if (parent->node_type == "^ah") return editor_.insert(component, 0);
    if (!is_block(*parent)) return put_in_turn(node, *parent, component);
    if (editor_.has(parent->id)) {
      auto below = editor_.insert_under(component, parent->id);
      if (below || below.error().rule != kSealedImmutable) return below;
    }
    return put_behind_parent(node, component);
  }

  // Restores a block that was a child of a turn or of its core. `container` may also be a node of an imported active
  // head with another type.
  Result<std::string> put_in_turn(const NodeView& node, const NodeView& container, const Component& component) {
    const NodeView* turn = is_core(container) ? nodes_.parent_of(container) : &container;
    if (turn == nullptr || !is_turn(*turn)) return editor_.insert(component, 0);
    if (const auto again = turns_.find(turn->id); again != turns_.end()) {
      return editor_.insert_under(component, again->second);
    }
    const bool is_beside_core = node.offset != 0 && !is_core(container) && editor_.has(turn->id);
    // A restored turn becomes a new turn; only single blocks are put into the turn that still exists.
    if (is_beside_core && !is_turn(*top_)) return editor_.insert_under(component, turn->id);
    LW_TRY_ASSIGN(std::string id, editor_.insert(component, depth_behind(*turn)));
    if (const auto made = turn_of(id)) turns_[turn->id] = *made;
    return id;
  }

  // Restores a block whose parent, another block, was removed or is sealed and can have no new children.
  Result<std::string> put_behind_parent(const NodeView& node, const Component& component) {
    const NodeView* above = nodes_.parent_of(node);
    while (above != nullptr && is_block(*above)) above = nodes_.parent_of(*above);
    if (above == nullptr || above->node_type == "^ah") return editor_.insert(component, 0);
    if (above->node_type == "^sys") return editor_.insert(component, -1);
    return put_in_turn(node, *above, component);
  }

  // The depth for a new turn directly after `turn`, or after the nearest older turn that still exists.
  std::int64_t depth_behind(const NodeView& turn) const {
    const tree::Tree& tree = editor_.draft().tree;
    const auto turns = static_cast<std::int64_t>(tree.rings.size());
    std::vector<const NodeView*> older;
    for (const NodeView& node : nodes_.all()) {
      if (is_turn(node)) older.push_back(&node);
      if (node.id == turn.id) break;
    }
    for (auto at = older.rbegin(); at != older.rend(); ++at) {
      for (std::int64_t depth = 1; depth <= turns; ++depth) {
        if (tree.rings[static_cast<std::size_t>(turns - depth)]->container().id() == (*at)->id) return depth;
      }
    }
    return turns + 1;
  }

  std::optional<std::string> turn_of(const std::string& id) const {
    const tree::Tree& tree = editor_.draft().tree;
    for (std::size_t ring = tree.rings.size(); ring-- > 0;) {
      if (tree.rings[ring]->find(id)) return std::string(tree.rings[ring]->container().id());
    }
    return std::nullopt;
  }

  Editor& editor_;
  const Nodes& nodes_;
  const RestoreOptions& options_;
  const NodeView* top_ = nullptr;
  std::map<std::string, std::string> now_;    // old ids of blocks to new ids
  std::map<std::string, std::string> turns_;  // old ids of turns to new ids
  std::vector<RestoredNode> made_;
};

bool has_node(const Snapshot& snapshot, std::string_view id) {
  const history::SnapshotData& data = engine::Access::data(snapshot);
  return tree::find_place(data.tree, id, *data.ids).has_value();
}

}  // namespace

Result<Snapshot> last_with(const Context& context, std::string_view id) {
  if (engine::Access::branch(context).head() == nullptr) return tree::not_found(id);
  LW_TRY_ASSIGN(const Snapshot latest, context.latest());
  if (has_node(latest, id)) return latest;
  LW_TRY_ASSIGN(const Why told, why(context, id));
  if (!told.left) return tree::not_found(id);
  // Cycles of an imported history may have gaps.
  LW_TRY_ASSIGN(const Snapshot gone, context.at(told.left->cycle));
  const history::SnapshotData& head = engine::Access::data(latest);
  const std::uint64_t back = head.position - engine::Access::data(gone).position + 1;
  auto before = context.back(back);
  if (before && has_node(*before, id)) return before;
  return broken(kSnapshotCollected, "the last snapshot that had '" + std::string(id) + "' was collected",
                Code::NotFound);
}

Result<std::vector<RestoredNode>> restore_node(Context& context, std::string_view id, const Snapshot& from,
                                               const RestoreOptions& options) {
  const engine::Branch& branch = engine::Access::branch(context);
  if (branch.find_working(id)) {
    return broken(kNodePresent,
                  "'" + std::string(id) + "' is in the working state; `why` shows whether a marker hides it",
                  Code::Conflict);
  }
  LW_TRY_ASSIGN(std::vector<NodeView> views, from.nodes());
  const Nodes nodes(std::move(views));
  const NodeView* top = nodes.find(std::string(id));
  if (top == nullptr) {
    return broken(kNodeNotFound, "cycle " + std::to_string(from.cycle()) + " has no node '" + std::string(id) + "'",
                  Code::NotFound);
  }
  return engine::Access::impl(context).edit(
      [&](Editor& editor) { return BringBack(editor, nodes, options).run(*top); });
}

}  // namespace latewood
