// What others did since a collection was planned. A run goes on with what is left of its plan: it starts over only if
// somebody gave a name to what is to go.
//
// A new commit takes nothing from the plan but the contents and pages that it uses: what leads to it stays as it was
// planned. So catching up costs what was committed meanwhile, and not what the store holds.
#pragma once

#include "engine/care/collection_plan.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// The branches and tags of a context as they are now. Conflict if one leads to what is to go, or a history arrives.
Result<void> renew_names(store::Store& store, store::ContextKey context, CollectionPlan& plan);

// Before contents and pages are removed, and after a removal was refused: leaves out what new commits use, and notes
// what must not change any more (`CollectionPlan::last_commit`, `lists`). Conflict if somebody else keeps snapshots
// whole, or what was collected came back.
Result<void> renew_contents(store::Store& store, CollectionPlan& plan);

}  // namespace latewood::engine
