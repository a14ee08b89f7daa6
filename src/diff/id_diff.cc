#include "diff/id_diff.h"

#include <string>

namespace latewood::diff {
namespace {

std::string id_at(const TreeSide& side, const tree::Place& place) {
  return std::string(node_at(side.tree, place).id());
}

}  // namespace

TreeChanges filtered(TreeChanges changes, const DiffFilter& filter) {
  const auto passes = [](const auto& test, const tree::Place& place) { return !test || test(place); };
  std::erase_if(changes.added, [&](const tree::Place& place) { return !passes(filter.newer, place); });
  std::erase_if(changes.removed, [&](const tree::Place& place) { return !passes(filter.older, place); });
  std::erase_if(changes.changed, [&](const ChangedPlace& changed) {
    return !passes(filter.newer, changed.newer) && !passes(filter.older, changed.older);
  });
  return changes;
}

Diff described(const TreeChanges& changes, const TreeSide& newer, const TreeSide& older) {
  Diff diff;
  diff.added.reserve(changes.added.size());
  diff.changed.reserve(changes.changed.size());
  for (const tree::Place& place : changes.added) diff.added.push_back(id_at(newer, place));
  for (const tree::Place& place : changes.removed) diff.removed.push_back(id_at(older, place));
  for (const ChangedPlace& changed : changes.changed) {
    diff.changed.push_back(
        {id_at(newer, changed.newer), changed_fields(seen_at(newer, changed.newer), seen_at(older, changed.older))});
  }
  return diff;
}

Diff id_diff(const TreeSide& newer, const TreeSide& older, const DiffFilter& filter) {
  return described(filtered(tree_changes(newer, older), filter), newer, older);
}

}  // namespace latewood::diff
