// Selectors for a tree that is given, as in a diff or for one snapshot.
#pragma once

#include <string_view>

#include "latewood/result.h"
#include "latewood/selector.h"

namespace latewood::engine {

// E_SELECTOR_INVALID, at the place of its reference, if the selector names snapshots itself.
// `where` says what the selector is for: "of a diff".
Result<void> check_no_snapshot(const Selector& selector, std::string_view where);

// E_SNAPSHOT_READONLY, at the same place, if a selector of nodes to be changed does.
Result<void> check_writable(const Selector& selector);

}  // namespace latewood::engine
