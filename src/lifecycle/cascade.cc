#include "lifecycle/cascade.h"

#include "lifecycle/references.h"

namespace latewood::lifecycle {
namespace {

// Removes `id` if it may be removed, then the containers above it that this empties. Returns whether it removed any
// node.
bool cascade_from(Outcome& outcome, const std::string& id, const Lookup& lookup) {
  std::string next = id;
  for (bool any = false;; any = true) {
    const auto place = tree::find_place(outcome.tree, next, *lookup.around);
    if (!place || place->at == 0) return any;
    const tree::Subtree& subtree = tree::subtree_at(outcome.tree, *place);
    const bool goes = subtree.node(place->at).removable() && !subtree.has_children(place->at) &&
                      !is_referenced(outcome.tree, next, lookup);
    if (!goes) return any;
    next = std::string(subtree.node(subtree.entries()[place->at].parent).id());
    depart(outcome, *place, Cause::Cascade);
  }
}

}  // namespace

void cascade(Outcome& outcome, const std::vector<std::string>& emptied, const Lookup& lookup) {
  // A removed node may have held a container that was checked before, so repeat until nothing changes.
  for (bool changes = true; changes;) {
    changes = false;
    for (const std::string& id : emptied) changes = cascade_from(outcome, id, lookup) || changes;
  }
}

}  // namespace latewood::lifecycle
