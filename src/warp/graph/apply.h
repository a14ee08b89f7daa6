// Replaying a tick patch.
#pragma once

#include "latewood/result.h"
#include "warp/graph/state.h"
#include "warp/graph/tick_patch.h"

namespace latewood::warp {

// Applies the operations in canonical order and checks the portal rules. All or
// nothing: on failure the state is exactly what it was. The error's rule is the
// kind of the first failing operation (`MissingNode`, ...) or portal rule.
// `state` must keep the portal rules before (`check_portals`). Time follows the
// patch and the instances it deletes, not the state.
Result<void> apply(State& state, const TickPatch& patch);

}  // namespace latewood::warp
