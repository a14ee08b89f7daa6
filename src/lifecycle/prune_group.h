// A group of nodes that are removed together or not at all (D-15, D-17): a unit or a turn, all nodes below it, the
// units of these nodes, and so on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lifecycle/prune_unit.h"
#include "tree/edit/draft.h"

namespace latewood::lifecycle {

struct PruneGroup {
  std::vector<std::string> named;  // the turn, or the blocks of the unit; reported if the group stays
  std::vector<std::string> tops;   // removed with all nodes below them, in document order; none is below another
  bool refers = false;             // a node of the group has `data_refs`
};

// The group of a unit. `units` are those of the tree or of an earlier one. Nullopt if a node of the group is protected
// or was removed already.
std::optional<PruneGroup> group_of_unit(const PruneUnit& unit, const tree::Tree& tree, const PruneUnits& units,
                                        const tree::Surroundings& around);
// The group of several turns that leave together.
std::optional<PruneGroup> group_of_turns(const std::vector<std::string>& turns, const tree::Tree& tree,
                                         const PruneUnits& units, const tree::Surroundings& around);
std::optional<PruneGroup> group_of_turn(std::string_view turn, const tree::Tree& tree, const PruneUnits& units,
                                        const tree::Surroundings& around);

}  // namespace latewood::lifecycle
