// Random graph states and patches. Ids come from small pools, so that collisions,
// repetitions and misses all happen often.
#pragma once

#include "support/random/random.h"
#include "warp/admission.h"
#include "warp/graph/state.h"
#include "warp/graph/tick_patch.h"

namespace latewood::test {

// The root every random state is hashed from.
warp::NodeKey random_root();

// A state that keeps the portal rules: instances hang in a tree below the root
// instance; some nodes are unreachable, some edges dangle.
warp::State random_state(Random& random);

// Any slot, operation, patch at all: most of them do not apply.
warp::SlotId random_slot(Random& random);
warp::TickOp random_op(Random& random);
warp::PatchParts random_patch_parts(Random& random, std::size_t most_ops);

warp::AdmissionRecord random_admission_record(Random& random);

}  // namespace latewood::test
