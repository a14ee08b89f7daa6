// Edits of nodes that arguments name, and their result.
#pragma once

#include <vector>

#include "latewood/context.h"
#include "latewood/json_value.h"
#include "latewood/result.h"
#include "operations/edits/node_names.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// "nodes": ids and selectors.
Member nodes_member();
// The nodes that the call names, as one selector; "all" permits a selector that matches several.
Result<Selector> named_nodes(const Context& context, const Arguments& arguments, Matches matches);

// {"nodes":[{"id","new_ids"}..]}
Result<JsonValue> json_of_mutated(const Result<std::vector<MutatedNode>>& mutated);
// `new_ids` is the meaning of the member of that name.
Schema mutated_schema(std::string new_ids);

}  // namespace latewood::operations
