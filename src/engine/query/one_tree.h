// Checks of selectors that apply to one given tree, such as those of a diff.
#pragma once

#include <string_view>

#include "latewood/result.h"
#include "latewood/selector.h"

namespace latewood::engine {

// E_SELECTOR_INVALID if the selector names a snapshot; the error has the place of the reference. `where` names the use
// of the selector for the message: "of a diff".
Result<void> check_no_snapshot(const Selector& selector, std::string_view where);

// For a selector of nodes to be changed: E_SNAPSHOT_READONLY if it names a snapshot, with the place of the reference.
Result<void> check_writable(const Selector& selector);

}  // namespace latewood::engine
