// Completes the missing members of a document (D-02, D-03, D-04, E-05) and corrects contradictory ones.
#pragma once

#include <cstdint>

#include "exchange/import_notes.h"
#include "exchange/node_document.h"

namespace latewood::exchange {

// Sets the headers, expiry and class of every node, and appends missing regions to the root. Given members of the root
// and of regions stay; constants complete the rest. Refuses a node without an id, unless it is the root or a
// region.
Result<void> complete(NodeDocuments& nodes, std::uint64_t cycle, const ImportNotes& notes);

}  // namespace latewood::exchange
