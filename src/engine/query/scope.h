// Adapts snapshots and working states to the matcher and the renderer: a tree, its cycle, and a function that finds
// ids.
#pragma once

#include "engine/branch/branch.h"
#include "history/snapshot_data.h"
#include "render/parts/find_node.h"
#include "selector/matcher.h"
#include "tree/id_scope.h"

namespace latewood::engine {

// The scope of a snapshot, which must outlive the scope.
inline selector::Scope scope_of(const history::SnapshotData& snapshot) {
  return {snapshot.tree, snapshot.cycle(),
          [&snapshot](std::string_view id) { return tree::find_place(snapshot.tree, id, *snapshot.ids); }};
}

// The scope of the working state, with the cycle of the next commit. Valid until the next edit.
inline selector::Scope scope_of_working(const Branch& branch) {
  return {branch.working(), branch.working().cycle + 1,
          [&branch](std::string_view id) { return branch.find_working(id); }};
}

// A function that finds nodes of `tree`. `ids` must have the ids of the tree; those of its newest turn may be missing.
// Both arguments must outlive the result.
inline render::FindNode finder_in(const tree::Tree& tree, const tree::IdScope& ids) {
  return [&tree, &ids](std::string_view id) -> std::optional<tree::Place> {
    if (!tree.rings.empty()) {
      const auto at = tree.rings.back()->find(id);
      if (at) return tree::Place{tree::Region::Seq, tree.rings.size() - 1, *at};
    }
    return tree::find_place(tree, id, ids);
  };
}

}  // namespace latewood::engine
