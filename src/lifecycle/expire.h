// Step one of a commit: removes the nodes whose ttl has ended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lifecycle/departure.h"

namespace latewood::lifecycle {

// `due` are hints: nodes that may be due in this cycle. Nodes that are not due are ignored, so the cost depends on the
// expiring nodes only. A node that is held by a pin or a reference stays, with its expiry set to this commit's cycle
// (D-16).
Outcome expire(const tree::Tree& tree, std::uint64_t cycle, const std::vector<std::string>& due, const Lookup& lookup);

}  // namespace latewood::lifecycle
