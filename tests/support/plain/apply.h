// Replaying a patch the slow, obvious way: on a copy, with the portal rules
// checked over the whole state. The real one must agree with it.
#pragma once

#include <optional>
#include <string>

#include "warp/graph/state.h"
#include "warp/graph/tick_patch.h"

namespace latewood::test {

struct PlainOutcome {
  std::optional<warp::State> state;  // after the patch, if it applies
  std::string error;                 // the kind of the failure, if it does not
};

PlainOutcome plain_apply(const warp::State& before, const warp::TickPatch& patch);

}  // namespace latewood::test
