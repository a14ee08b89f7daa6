// The two moments of a diff with their nodes and pins.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "cli/text/diff/diff_text.h"
#include "latewood/context.h"
#include "latewood/result.h"
#include "latewood/selector.h"
#include "latewood/snapshot.h"

namespace latewood::cli {

// The sides of two snapshots. With a selector only pins of nodes that match in either of them. Leaves the names empty.
Result<DiffSides> sides_of(const Snapshot& older, const Snapshot& newer, const Selector* selector);

// The sides from a snapshot, or from nothing, to the working state.
Result<DiffSides> sides_to_working(const Context& context, const std::optional<Snapshot>& older,
                                   const std::string& older_name, const std::optional<std::string>& selector);

// The sides of a commit: from its parent, or from nothing, to its snapshot.
Result<DiffSides> sides_of_commit(const std::optional<Snapshot>& older, const Snapshot& newer);

Result<std::set<std::string>> matches_in_either(const Snapshot& older, const Snapshot& newer, const Selector& selector);

}  // namespace latewood::cli
