// Trees as those want them who look for nodes: with a way to find ids, and for the matcher with a cycle.
#pragma once

#include "engine/branch/branch.h"
#include "history/snapshot_data.h"
#include "render/parts/find_node.h"
#include "selector/matcher.h"

namespace latewood::engine {

// The snapshot must outlive the scope.
inline selector::Scope scope_of(const history::SnapshotData& snapshot) {
  return {snapshot.tree, snapshot.cycle(),
          [&snapshot](std::string_view id) { return tree::find_place(snapshot.tree, id, *snapshot.ids); }};
}

// The working state, as the commit to come would date it. Valid until the next edit.
inline selector::Scope scope_of_working(const Branch& branch) {
  return {branch.working(), branch.working().cycle + 1,
          [&branch](std::string_view id) { return branch.find_working(id); }};
}

// Finds nodes of a tree whose ids are in the scope, but for those of its newest turn, which need not be. Both must
// outlive what is returned.
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
