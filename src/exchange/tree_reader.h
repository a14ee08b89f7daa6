// The nodes of a document, from its root down, in the order of the text.
#pragma once

#include <functional>
#include <string_view>

#include "exchange/node_document.h"

namespace latewood::exchange {

// The payload of a content in canonical form.
using KeepContent = std::function<Result<const tree::Payload*>(std::string_view)>;

// Steps over the node object at `cursor` and everything below it. The root comes first and
// every node before its children; `parent` is an index into the result. Nesting is bounded by
// memory alone, since a context bounds it no further. The text must outlive the result.
//
// Contents are kept at once, by `keep`: they are copied while they are in the cache.
Result<NodeDocuments> read_nodes(JsonCursor& cursor, const KeepContent& keep);

}  // namespace latewood::exchange
