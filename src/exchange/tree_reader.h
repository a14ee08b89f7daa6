// The nodes of a document, from its root down, in the order of the text.
#pragma once

#include "exchange/node_document.h"

namespace latewood::exchange {

// Steps over the node object at `cursor` and everything below it. The root comes first and
// every node before its children; `parent` is an index into the result. Nesting is bounded by
// memory alone, since a context bounds it no further. The text must outlive the result.
Result<NodeDocuments> read_nodes(JsonCursor& cursor);

}  // namespace latewood::exchange
