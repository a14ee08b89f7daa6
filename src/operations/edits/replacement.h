// The new content and headers of a node, from arguments.
#pragma once

#include <string_view>
#include <vector>

#include "latewood/node.h"
#include "latewood/result.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

std::vector<Member> replacement_members();

// `kind` and `node_type` are those of the node that is replaced, for members that the arguments leave out: they decide
// whether the order of JSON members is kept.
Result<Replacement> replacement_of(const Arguments& arguments, std::string_view kind, std::string_view node_type);

}  // namespace latewood::operations
