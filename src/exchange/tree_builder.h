// From the nodes of a document to a tree: what is missing is completed (D-03, D-04), what is
// wrong is refused with its place.
#pragma once

#include <cstdint>

#include "exchange/completion.h"
#include "exchange/node_document.h"
#include "exchange/shared_parts.h"
#include "tree/node_pool.h"
#include "tree/tree.h"

namespace latewood::exchange {

// `nodes` as `read_nodes` gives them; `cycle` is the snapshot's. Pins are left empty. Hashes of nodes
// are computed when they are asked for.
Result<tree::Tree> build_tree(NodeDocuments nodes, std::uint64_t cycle, const ImportNotes& notes,
                              const PriorTree& prior, tree::NodePool& pool);

}  // namespace latewood::exchange
