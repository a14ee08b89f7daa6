// Why the thread of a commit starts to differ from the one before it.
#pragma once

#include "latewood/commit.h"
#include "latewood/prefix.h"
#include "render/divergence.h"
#include "tree/tree.h"

namespace latewood::engine {

// A commit: the tree before it, the tree it made, and what it said it did.
struct CommitStep {
  const tree::Tree& older;
  const tree::Tree& newer;
  const CommitReport& report;
};

// `divergence` is that of the two trees. Nothing is guessed: the report names what the commit
// took out, the trees tell what came, went and changed, and what neither explains was repaired
// in another way.
PrefixCause cause_of(const CommitStep& step, const render::Divergence& divergence);

}  // namespace latewood::engine
