// The rules that tie instances to the slots that descend into them.
//
// 1. An instance with a parent hangs on exactly that slot: the slot is valid, its
//    owner exists, and it descends into the instance.
// 2. A slot that descends names an instance, and is that instance's parent.
//
// An instance without a parent is legal; nothing descends into it.
#pragma once

#include "base/rules.h"
#include "latewood/result.h"
#include "warp/graph/journal.h"
#include "warp/graph/state.h"

namespace latewood::warp {

Error missing_warp(const WarpId& warp);
Error missing_node(const WarpId& warp, const NodeId& node);
Error missing_edge(const WarpId& warp, const EdgeId& edge);
Error invalid_attachment_key(const AttachmentKey& key);
Error portal_violation(std::string message);

// Fails unless the key is valid and its owner exists.
Result<void> check_slot_owner(const State& state, const AttachmentKey& key);

// Checks the whole state: instances ascending, then slots.
Result<void> check_portals(const State& state);

// Checks only the parts that the journal changed. If the state obeyed the rules before, the result is that of
// `check_portals`, in time proportional to the journal.
Result<void> check_touched_portals(const Journal& journal);

}  // namespace latewood::warp
