// The commit sequence of the specification.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "engine/branch/journal.h"
#include "engine/branch/next_commit.h"
#include "latewood/commit.h"
#include "latewood/result.h"
#include "tree/edit/editor.h"

namespace latewood::engine {

// Is called before each step of a commit; an error makes the commit fail there. Empty but in tests.
using BeforeStep = std::function<Result<void>(std::string_view step)>;

// What the caller of a commit adds to the working state.
struct CommitCall {
  // Sees the tree before anything is written or visible, and may refuse it; empty: accepts all.
  std::function<Result<void>(const tree::Tree& tree)> check = {};
  std::vector<Component> reply = {};   // opens the active head of the next cycle
  tree::Permissions permissions = {};  // of the reply
  CommitNote note = {};
  CommitOptions options = {};
};

// Commits the working state: the steps of the specification, in order. Until the last step it works on copies; if a
// step fails, timeline and working state are as before. `journal`, if any, gets the commit before it is visible.
Result<const history::SnapshotData*> commit(BranchTimeline& timeline, WorkingState& working, Journal* journal,
                                            const CommitCall& call, const BeforeStep& before_step = {});

// The snapshot that a commit would make now, with its report but without digests. Changes nothing.
struct Preview {
  tree::Tree tree;
  CommitReport report;
};
Result<Preview> preview_commit(BranchTimeline& timeline, WorkingState& working, const BeforeStep& before_step = {});

}  // namespace latewood::engine
