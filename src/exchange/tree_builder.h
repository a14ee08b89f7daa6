// Builds a tree from the nodes of a document. Completes missing members (D-03, D-04), and refuses wrong ones with their
// place.
#pragma once

#include <cstdint>

#include "exchange/completion.h"
#include "exchange/node_document.h"
#include "exchange/shared_parts.h"
#include "tree/node_pool.h"
#include "tree/tree.h"

namespace latewood::exchange {

// `nodes` is the result of `read_nodes`; `cycle` is the cycle of the snapshot. Leaves pins empty. Hashes of nodes are
// computed at the first request.
Result<tree::Tree> build_tree(NodeDocuments nodes, std::uint64_t cycle, const ImportNotes& notes,
                              const PriorTree& prior, tree::NodePool& pool);

}  // namespace latewood::exchange
