// What a tree must not be, told of a document with the place at fault (D-05, D-09, E-17).
#pragma once

#include <vector>

#include "exchange/node_document.h"
#include "tree/node.h"

namespace latewood::exchange {

// Ids, parents and regions of completed nodes: no id twice, nobody under a parent that does
// not allow it, nobody who names another parent than the node it stands in.
Result<void> check_documents(const std::vector<NodeDocument>& nodes);

Error no_core(const tree::Node& turn, const Place& place);
Error second_core(const tree::Node& turn, const tree::Node& child, const Place& place);

}  // namespace latewood::exchange
