// Updates a collection plan after other processes have written to the store, so that the run can continue with the rest
// of its plan. The run starts over only if a branch, a tag or an import now needs a commit that the plan collects.
//
// A new commit takes only its own payloads and pages out of the plan; the decisions for earlier commits stay. So the
// cost of an update depends on the commits written meanwhile, not on the size of the store.
#pragma once

#include "engine/care/collection_plan.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Replaces the branches and tags of a context in the plan by the current ones. Conflict if one of them needs a commit
// that the plan collects, or if an import has begun or made progress.
Result<void> renew_names(store::Store& store, store::ContextKey context, CollectionPlan& plan);

// Takes the payloads and pages that new commits use out of the plan, and updates the expectations of later removals
// (`CollectionPlan::last_commit`, `lists`). Call it before payloads and pages are removed, and after the store refused
// a removal. Conflict if another process wrote a state, or if an import restored collected commits.
Result<void> renew_contents(store::Store& store, CollectionPlan& plan);

}  // namespace latewood::engine
