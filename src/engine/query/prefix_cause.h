// Why the thread of a commit starts to differ from the one before it.
#pragma once

#include <functional>

#include "latewood/commit.h"
#include "latewood/prefix.h"
#include "latewood/result.h"
#include "render/parts/outline.h"
#include "tree/tree.h"

namespace latewood::engine {

// A commit: the tree before it, the tree it made, and what it said it did.
struct CommitStep {
  const tree::Tree& older;
  const tree::Tree& newer;
  const CommitReport& report;
};

// The threads that the two trees are sent as, and the way to more of them.
struct StepThreads {
  const render::Outline& older;
  const render::Outline& newer;
  std::function<Result<render::Outline>(const tree::Tree&)> outline_of;
};

// The threads must diverge. Nothing is guessed: the report names what the commit took out, the trees
// tell what came, went and changed, and where that is not the unit at fault itself, the thread is
// rendered again without it. What nothing explains was repaired in another way.
PrefixCause cause_of(const CommitStep& step, const StepThreads& threads);

}  // namespace latewood::engine
