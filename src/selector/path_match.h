// A chain along the way from a subtree's container down to one node: whether that node is a
// match, for the price of its ancestors. For chains that count no siblings in the subtree.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "selector/frame.h"
#include "selector/plan.h"
#include "tree/subtree.h"

namespace latewood::selector {

struct PathTarget {
  const tree::Subtree& subtree;
  tree::Subtree::Index at;  // not the container
  std::size_t first;        // the last step that reaches the whole subtree from above
};

// `keeps_container(step)` is the frame's verdict on the container.
bool matches_on_path(const ChainPlan& plan, std::vector<StepRun>& runs, const PathTarget& target,
                     const std::function<bool(std::size_t step)>& keeps_container);

}  // namespace latewood::selector
