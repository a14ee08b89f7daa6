// What an incomplete document leaves out, filled in (D-02, D-03, D-04, E-05, E-08).
#pragma once

#include <cstdint>

#include "exchange/node_document.h"

namespace latewood::exchange {

// Strict: a member that would have to be completed is an error.
enum class Completeness : std::uint8_t { Complete, Strict };

// Gives every node its headers and its expiry, root and regions their constants, and the root
// its three regions; a region that is missing is appended. A node without an id is refused
// unless it is the root or a region. Every node gets its class.
Result<void> complete(NodeDocuments& nodes, std::uint64_t cycle, Completeness completeness);

}  // namespace latewood::exchange
