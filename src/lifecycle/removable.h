// The rules of a policy that make new blocks removable (CASCADE-04).
#pragma once

#include "latewood/node.h"
#include "latewood/policy.h"

namespace latewood::lifecycle {

// Whether a rule of the policy matches. Call it for components without a `removable` member.
bool is_born_removable(const PrunePolicy& policy, const Component& component);

}  // namespace latewood::lifecycle
