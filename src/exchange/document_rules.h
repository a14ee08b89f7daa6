// Checks the rules for trees in a document; errors have the place at fault (D-05, D-09, E-17).
#pragma once

#include <vector>

#include "exchange/node_document.h"
#include "tree/node.h"

namespace latewood::exchange {

// Checks ids, parents and regions of completed nodes: every id is unique, every parent allows its children, and a node
// that names its parent names the node that contains it.
Result<void> check_documents(const std::vector<NodeDocument>& nodes);

Error no_core(const tree::Node& turn, const Place& place);
Error second_core(const tree::Node& turn, const tree::Node& child, const Place& place);

}  // namespace latewood::exchange
