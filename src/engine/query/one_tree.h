// Checks of selectors that apply to one given tree, such as those of a diff.
#pragma once

#include <string_view>

#include "latewood/result.h"
#include "latewood/selector.h"

namespace latewood::engine {

// E_SELECTOR_INVALID if the selector names a snapshot; the error has the place of the reference. `where` completes the
// message, for example "of a diff".
Result<void> check_no_snapshot(const Selector& selector, std::string_view where);

// The same for a selector of nodes that an edit changes: E_SNAPSHOT_READONLY if it names a snapshot.
Result<void> check_writable(const Selector& selector);

}  // namespace latewood::engine
