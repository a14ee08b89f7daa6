// The contents that a diff is about: sizes before and after, and unified diffs.
//
//   const std::vector<NodeView> older = context.back(1).value().nodes().value();
//   const std::vector<NodeView> newer = context.latest().value().nodes().value();
//   const Diff diff = context.diff("@t-1", "@t0").value();
//   for (const ContentChange& change : content_changes(diff, older, newer)) std::cout << unified_content(change, "a",
//   "b");
#pragma once

#include <string>
#include <vector>

#include "latewood/diff.h"
#include "latewood/node.h"

namespace latewood {

// A node whose content differs; null if the node is not in that moment.
struct ContentChange {
  std::string id;
  const NodeView* older = nullptr;
  const NodeView* newer = nullptr;
};

// The nodes of the diff whose content differs: added, removed, changed, each in the order of the diff. Points into the
// nodes of the two moments.
std::vector<ContentChange> content_changes(const Diff& diff, const std::vector<NodeView>& older,
                                           const std::vector<NodeView>& newer);

// The unified diff of the change. A label with control characters is written as JSON; a side without the node is
// /dev/null.
std::string unified_content(const ContentChange& change, const std::string& older_label,
                            const std::string& newer_label);

}  // namespace latewood
