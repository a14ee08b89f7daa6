// Reads the nodes of a document from its root down, in the order of the text.
#pragma once

#include "exchange/content_keeper.h"
#include "exchange/node_document.h"

namespace latewood::exchange {

// Reads the node object at `cursor` and everything below it. The root comes first, and every node before its children;
// `parent` is an index into the result. Nesting is limited only by memory, as in a context. The text must outlive the
// result.
//
// Adds contents with `keep` while it reads, possibly on another thread.
Result<NodeDocuments> read_nodes(JsonCursor& cursor, const KeepContent& keep);

}  // namespace latewood::exchange
