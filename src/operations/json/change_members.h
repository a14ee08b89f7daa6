// The changes of a commit as JSON.
#pragma once

#include <vector>

#include "latewood/diff.h"
#include "latewood/node.h"
#include "latewood/snapshot.h"
#include "latewood/trace.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// {"added","changed","removed"}: ids, and {"fields","id"} for a changed node.
JsonValue json_of(const Diff& diff);
std::vector<Member> diff_members();

// The commit of a snapshot: its report, its note and `changes`, the changes since the snapshot before. `nodes` are
// those of the snapshot.
JsonValue commit_json(const Snapshot& snapshot, const std::vector<AttributedChange>& changes,
                      const std::vector<NodeView>& nodes);
std::vector<Member> commit_members();

}  // namespace latewood::operations
