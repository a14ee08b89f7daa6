// Reference safety: nodes that a pin or a reference holds are not removed (REF-01 to REF-07).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lifecycle/departure.h"

namespace latewood::lifecycle {

// The largest set of candidates that nothing outside of the set holds: neither a pin nor the `data_refs` of a node that
// stays. A candidate is removed with all nodes below it, so it stays if one of these is held.
std::set<std::string> removable_set(const tree::Tree& tree, const std::vector<std::string>& candidates,
                                    const Lookup& lookup);

// Whether no pin and no node outside holds the node or a node below it. The node must be in the tree.
bool may_go(const tree::Tree& tree, std::string_view id, const Lookup& lookup);

// Whether a pin or another node of the tree refers to this one.
bool is_referenced(const tree::Tree& tree, std::string_view id, const Lookup& lookup);

}  // namespace latewood::lifecycle
