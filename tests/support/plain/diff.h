// Diffs the slow, obvious way: two lists of nodes, compared by id, member by member.
#pragma once

#include <functional>
#include <vector>

#include "latewood/diff.h"
#include "latewood/node.h"

namespace latewood::test {

// Whether a node is reported; an empty function reports all.
struct PlainFilter {
  std::function<bool(const NodeView& node)> newer;
  std::function<bool(const NodeView& node)> older;
};

// Both lists are in document order.
Diff plain_diff(const std::vector<NodeView>& newer, const std::vector<NodeView>& older, const PlainFilter& filter = {});

// Of nodes that pass the filter of their side, or are in both and pass either.
DiffDetail plain_diff_detail(const std::vector<NodeView>& newer, const std::vector<NodeView>& older,
                             const PlainFilter& filter = {});

}  // namespace latewood::test
