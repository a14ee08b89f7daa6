// The operations that turn one state into another.
#pragma once

#include <vector>

#include "warp/state.h"
#include "warp/tick_op.h"

namespace latewood::warp {

// Operations in canonical order that, applied to `older`, give exactly `newer`.
// Both must keep the portal rules. Instances are built by UpsertWarpInstance,
// UpsertNode and SetAttachment; no portal is opened. Time follows both states.
std::vector<TickOp> ops_between(const State& older, const State& newer);

}  // namespace latewood::warp
