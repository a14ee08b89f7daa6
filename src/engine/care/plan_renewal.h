// Brings a collection plan up to date with what other processes wrote since. A run goes on with the rest of its plan;
// it starts over only if a branch, a tag or an import now leads to a commit that is to be collected.
//
// A new commit removes nothing from the plan but the contents and pages that it uses: the commits before it stay as
// planned. So renewing costs what was committed meanwhile, not what the store holds.
#pragma once

#include "engine/care/collection_plan.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Replaces the branches and tags of a context in the plan by the current ones. Conflict if one leads to a collected
// commit, or if an import has begun or moved.
Result<void> renew_names(store::Store& store, store::ContextKey context, CollectionPlan& plan);

// Takes the contents and pages that new commits use out of the plan, and sets what must not change from now on
// (`CollectionPlan::last_commit`, `lists`). Called before contents and pages are removed, and after the store refused a
// removal. Conflict if another process wrote a state, or if collected commits came back.
Result<void> renew_contents(store::Store& store, CollectionPlan& plan);

}  // namespace latewood::engine
