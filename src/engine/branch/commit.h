// The commit sequence of the specification.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "latewood/commit.h"
#include "latewood/node.h"
#include "latewood/result.h"
#include "tree/edit/permissions.h"
#include "tree/tree.h"

namespace latewood::history {
struct SnapshotData;
}

namespace latewood::engine {

class BranchTimeline;
class Journal;
class WorkingState;

// Called before each step of a commit. An error makes the commit fail at that step. Empty outside of tests.
using BeforeStep = std::function<Result<void>(std::string_view step)>;

// The arguments of a commit.
struct CommitCall {
  // Called with the sealed tree before anything is written or visible. An error makes the commit fail. Default: none.
  std::function<Result<void>(const tree::Tree& tree)> check = {};
  std::vector<Component> reply = {};   // inserted into the active head of the next cycle
  tree::Permissions permissions = {};  // for inserting the reply
  CommitNote note = {};
  CommitOptions options = {};
};

// Commits the working state by the steps of the specification, in their order. All steps before the last work on
// copies: if one fails, timeline and working state are unchanged. A `journal` stores the commit before readers of the
// timeline can see it; null: the commit stays in memory.
Result<const history::SnapshotData*> commit(BranchTimeline& timeline, WorkingState& working, Journal* journal,
                                            const CommitCall& call, const BeforeStep& before_step = {});

// The snapshot that a commit would make now, and its report without digests.
struct Preview {
  tree::Tree tree;
  CommitReport report;
};
// Runs the steps of a commit up to sealing, on copies. Timeline and working state are unchanged.
Result<Preview> preview_commit(BranchTimeline& timeline, WorkingState& working, const BeforeStep& before_step = {});

}  // namespace latewood::engine
