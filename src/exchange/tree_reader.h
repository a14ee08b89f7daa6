// The nodes of a document, from its root down, in the order of the text.
#pragma once

#include "exchange/content_keeper.h"
#include "exchange/node_document.h"

namespace latewood::exchange {

// Steps over the node object at `cursor` and everything below it. The root comes first and
// every node before its children; `parent` is an index into the result. Nesting is bounded by
// memory alone, since a context bounds it no further. The text must outlive the result.
//
// Contents are kept meanwhile, by `keep`, perhaps in another thread: they are copied while they are in a cache.
Result<NodeDocuments> read_nodes(JsonCursor& cursor, const KeepContent& keep);

}  // namespace latewood::exchange
