#include "lifecycle/references.h"

#include <algorithm>

#include "tree/edit/pins.h"

namespace latewood::lifecycle {
namespace {

using tree::Place;
using tree::Subtree;
using tree::Tree;

// Whether the node or one of its ancestors is in `leaving`.
bool leaves(const Tree& tree, const Place& place, const std::set<std::string>& leaving) {
  const Subtree& subtree = tree::subtree_at(tree, place);
  for (Subtree::Index at = place.at;; at = subtree.entries()[at].parent) {
    if (leaving.contains(std::string(subtree.node(at).id()))) return true;
    if (at == 0) return false;
  }
}

bool is_held(const Tree& tree, const tree::Node& node, const std::set<std::string>& leaving, const Lookup& lookup) {
  if (tree::is_pinned(tree.pins(), node.id())) return true;
  for (const std::string& referrer : lookup.referrers_of(node.id())) {
    const auto place = tree::find_place(tree, referrer, *lookup.around);
    if (!place || leaves(tree, *place, leaving)) continue;
    const std::vector<std::string> refs = references_in(tree::node_at(tree, *place));
    if (std::find(refs.begin(), refs.end(), node.id()) != refs.end()) return true;
  }
  return false;
}

bool is_subtree_held(const Tree& tree, const std::string& id, const std::set<std::string>& leaving,
                     const Lookup& lookup) {
  const Place place = *tree::find_place(tree, id, *lookup.around);
  const Subtree& subtree = tree::subtree_at(tree, place);
  for (Subtree::Index at = place.at; at < subtree.entries()[place.at].end; ++at) {
    if (is_held(tree, subtree.node(at), leaving, lookup)) return true;
  }
  return false;
}

}  // namespace

std::set<std::string> removable_set(const Tree& tree, const std::vector<std::string>& candidates,
                                    const Lookup& lookup) {
  std::set<std::string> leaving(candidates.begin(), candidates.end());
  // A candidate that stays may hold other candidates, so the set is reduced until nothing changes.
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    for (const std::string& id : candidates) {
      if (!leaving.contains(id) || !is_subtree_held(tree, id, leaving, lookup)) continue;
      leaving.erase(id);
      shrinks = true;
    }
  }
  return leaving;
}

bool may_go(const Tree& tree, std::string_view id, const Lookup& lookup) {
  return !is_subtree_held(tree, std::string(id), {std::string(id)}, lookup);
}

bool is_referenced(const Tree& tree, std::string_view id, const Lookup& lookup) {
  const auto place = tree::find_place(tree, id, *lookup.around);
  return place && is_held(tree, tree::node_at(tree, *place), {std::string(id)}, lookup);
}

}  // namespace latewood::lifecycle
