// What has to go together: a unit or a turn, what is below it, the units that any of that is
// part of, and so on. It goes whole or not at all (D-15, D-17).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lifecycle/prune_unit.h"
#include "tree/edit/draft.h"

namespace latewood::lifecycle {

struct PruneGroup {
  std::vector<std::string> named;  // the turn, or the blocks of the unit: what a report names if it has to stay
  std::vector<std::string> tops;   // goes with everything below it, in document order; none is below another
  bool refers = false;             // whether any of it has `data_refs`
};

// `units` are of the tree or of one before it. Nothing if some of it is protected, or gone with
// another group.
std::optional<PruneGroup> group_of_unit(const PruneUnit& unit, const tree::Tree& tree, const PruneUnits& units,
                                        const tree::Surroundings& around);
std::optional<PruneGroup> group_of_turn(std::string_view turn, const tree::Tree& tree, const PruneUnits& units,
                                        const tree::Surroundings& around);

}  // namespace latewood::lifecycle
