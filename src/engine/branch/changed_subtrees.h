// Visits the subtrees that differ between two trees.
#pragma once

#include <vector>

#include "tree/tree.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {

// Calls fn(subtree, turn) for every subtree of `newer` that differs from `older`; `turn` is null for a region. A turn
// of which only the neighbour changed is left out. `changes` are `changed_rings(older, newer)`.
template <class Fn>
void for_each_changed(const tree::Tree& older, const tree::Tree& newer, const std::vector<warp::ChangedRing>& changes,
                      Fn fn) {
  if (newer.sys != older.sys) fn(*newer.sys, static_cast<const tree::Node*>(nullptr));
  if (newer.ah != older.ah) fn(*newer.ah, static_cast<const tree::Node*>(nullptr));
  for (const warp::ChangedRing& change : changes) {
    const bool is_only_linked =
        change.older && change.newer && older.rings[*change.older] == newer.rings[*change.newer];
    if (change.newer && !is_only_linked) fn(*newer.rings[*change.newer], &newer.rings[*change.newer]->container());
  }
}

}  // namespace latewood::engine
