// Which blocks the policy makes removable when they are created (CASCADE-04).
#pragma once

#include "latewood/node.h"
#include "latewood/policy.h"

namespace latewood::lifecycle {

// Whether a rule of the policy matches. The caller asks for components that say nothing of it themselves.
bool is_born_removable(const PrunePolicy& policy, const Component& component);

}  // namespace latewood::lifecycle
