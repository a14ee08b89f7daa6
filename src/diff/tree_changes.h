// Finds the nodes that differ between two trees; every diff is based on it. Nodes are identified by id.
//
// Cost: the changed turns. Turns that both trees share are not read, except those with running ttls: the shown ttl
// changes with every cycle without an edit. These turns are found by their marks (tree/memory/persistent_vector.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "diff/node_fields.h"
#include "tree/tree.h"

namespace latewood::diff {

// A tree as it is seen at a cycle.
struct TreeSide {
  const tree::Tree& tree;
  std::uint64_t cycle = 0;
  // Where a node is, for those whose pins differ. Empty: every node is looked at.
  std::function<std::optional<tree::Place>(std::string_view id)> find = {};
  tree::SeenAt at() const { return {cycle, tree.cycle}; }
};

struct ChangedPlace {
  tree::Place newer;
  tree::Place older;
};

struct TreeChanges {
  std::vector<tree::Place> added;     // in the newer tree, in document order
  std::vector<tree::Place> removed;   // in the older tree, sorted by id
  std::vector<ChangedPlace> changed;  // in the document order of the newer tree
};

TreeChanges tree_changes(const TreeSide& newer, const TreeSide& older);

// The node at `place` with its parent.
SeenNode seen_at(const TreeSide& side, const tree::Place& place);

// Whether `a` comes before `b` in document order.
bool document_less(const tree::Place& a, const tree::Place& b);

}  // namespace latewood::diff
