#include "lifecycle/cascade.h"

#include <optional>

#include "lifecycle/references.h"

namespace latewood::lifecycle {

void cascade(Outcome& outcome, const std::vector<std::string>& emptied, const Lookup& lookup) {
  for (const std::string& id : emptied) {
    std::optional<std::string> next = id;
    while (next) {
      const auto place = tree::find_place(outcome.tree, *next, *lookup.around);
      if (!place || place->at == 0) break;
      const tree::Subtree& subtree = tree::subtree_at(outcome.tree, *place);
      const bool goes = subtree.node(place->at).removable() && !subtree.has_children(place->at) &&
                        !is_referenced(outcome.tree, *next, lookup);
      if (!goes) break;
      next = std::string(subtree.node(subtree.entries()[place->at].parent).id);
      depart(outcome, *place, Cause::Cascade);
    }
  }
}

}  // namespace latewood::lifecycle
