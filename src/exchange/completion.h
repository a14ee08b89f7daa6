// Completes the missing members of a document (D-02, D-03, D-04, E-05) and corrects contradictory ones.
#pragma once

#include <cstdint>

#include "exchange/import_notes.h"
#include "exchange/node_document.h"

namespace latewood::exchange {

// Gives every node its headers and its expiry, and the root its three regions; a region that is missing is appended.
// What a root or a region has of its own is kept, constants fill in the rest. A node without an id is refused
// unless it is the root or a region. Every node gets its class.
Result<void> complete(NodeDocuments& nodes, std::uint64_t cycle, const ImportNotes& notes);

}  // namespace latewood::exchange
