// Step one of a commit: what has run out of cycles goes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lifecycle/departure.h"

namespace latewood::lifecycle {

// `due` are nodes whose expiry may have come; those that are gone or not due are passed
// over, so cost follows what expires, not what lives. A node that is held stays, with its
// expiry set to this commit's cycle (D-16).
Outcome expire(const tree::Tree& tree, std::uint64_t cycle, const std::vector<std::string>& due, const Lookup& lookup);

}  // namespace latewood::lifecycle
