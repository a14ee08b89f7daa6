// Arguments that name nodes of the working state: ids and selectors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/result.h"
#include "latewood/selector.h"

namespace latewood::operations {

// How many nodes one name may match.
enum class Matches { One, Any };

// All names, ids and selectors, as one selector, so that there is one edit. E_NODE_NOT_FOUND for a name that matches
// nothing in the working state, E_SEVERAL_MATCH for one that matches several nodes where one is expected.
Result<Selector> selector_of(const Context& context, const std::vector<std::string>& names, Matches matches);

// The id of the single node of the working state that the name matches.
Result<std::string> find_one_id(const Context& context, const std::string& name);

}  // namespace latewood::operations
