// Exchanges of people: a turn with a message of a user, and the turns after it up to the next such turn. Empty cycles
// and cycles of tools belong to the exchange before them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "latewood/policy.h"
#include "tree/tree.h"

namespace latewood::lifecycle {

// Whether the turn has a message of a user: a block of that role that is neither a call nor a result.
bool starts_exchange(const tree::Subtree& turn);

// The number of turns that start an exchange.
std::uint64_t count_exchanges(const tree::Tree& tree);

// The ids of the turns of each exchange, in the order of removal (PruneRank). Turns before the first exchange are part
// of it. An exchange with a turn that the policy keeps is left out.
std::vector<std::vector<std::string>> exchanges_in_order(const tree::Tree& tree, const PrunePolicy& policy);

}  // namespace latewood::lifecycle
