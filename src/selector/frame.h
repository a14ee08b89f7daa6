// The matches of a chain among root, regions and turns. They are found without reading a subtree, and decide in which
// subtrees the next step can match.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "selector/matcher.h"
#include "selector/plan.h"
#include "selector/ring_set.h"

namespace latewood::selector {

// The state of one step in one query.
struct StepRun {
  StepRun(const StepPlan& step, const Scope& scope);

  const StepPlan* plan;
  BoundPredicate predicate;
  std::optional<tree::Place> found;  // where the step's id is, if it has one
  std::uint64_t visited = 0;
  std::uint64_t kept = 0;

  // Root and regions that the step keeps.
  bool root = false;
  bool sys = false;
  bool seq = false;
  bool ah = false;
  // The turns that the step keeps; with `tests_turns`, only those that also pass the predicate.
  RingSet turns;
  bool tests_turns = false;

  // Whether the step reaches every node below `^sys` and `^ah`, or below every turn, because the step before kept a
  // node above them.
  bool reaches_regions = false;
  bool reaches_rings = false;

  bool keeps_turn(std::size_t ring, const tree::Node& container);
};

std::vector<StepRun> match_frame(const ChainPlan& plan, const Scope& scope);

}  // namespace latewood::selector
