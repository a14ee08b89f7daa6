// Finds the cause for which the thread of a commit diverges from the thread before it.
#pragma once

#include <functional>

#include "latewood/commit.h"
#include "latewood/prefix.h"
#include "latewood/result.h"
#include "render/parts/outline.h"
#include "tree/tree.h"

namespace latewood::engine {

// A commit: the tree before it, the tree it made, and its report.
struct CommitStep {
  const tree::Tree& older;
  const tree::Tree& newer;
  const CommitReport& report;
};

// The threads of the two trees, and a function that renders other trees.
struct StepThreads {
  const render::Outline& older;
  const render::Outline& newer;
  std::function<Result<render::Outline>(const tree::Tree&)> outline_of;
};

// The threads must diverge. The cause is proved, not guessed: the report names the removed nodes, a diff of the trees
// finds the added, removed and changed ones, and if none of them is the first differing unit, the tree is rendered
// again without some of them to see whether the threads still diverge. `Repair` if no change of the trees is the cause.
PrefixCause cause_of(const CommitStep& step, const StepThreads& threads);

}  // namespace latewood::engine
