// Reference safety: what others hold on to is not removed (REF-01 to REF-07).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lifecycle/departure.h"

namespace latewood::lifecycle {

// Of the candidates, the largest set that nothing outside of it refers to: neither a pin
// nor the `data_refs` of a node that stays. Candidates take what is below them along, so
// one that holds a referenced node stays itself.
std::set<std::string> removable_set(const tree::Tree& tree, const std::vector<std::string>& candidates,
                                    const Lookup& lookup);

// Whether neither the node, which is in the tree, nor what is below it is held by a pin or by a node elsewhere.
bool may_go(const tree::Tree& tree, std::string_view id, const Lookup& lookup);

// Whether a pin or another node of the tree refers to this one.
bool is_referenced(const tree::Tree& tree, std::string_view id, const Lookup& lookup);

}  // namespace latewood::lifecycle
