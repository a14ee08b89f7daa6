// Nodes as candidates leave them: a candidate is applied to what it needs and to nothing else.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "latewood/node.h"
#include "latewood/receipt.h"
#include "latewood/result.h"

namespace latewood::intake {

// A node, without its content.
struct HeldNode {
  Instance instance;
  std::string parent;
  std::string header;
  friend bool operator==(const HeldNode&, const HeldNode&) = default;
};

class PartialState {
 public:
  // What was there before the first candidate; asked once for each node.
  using Before = std::function<std::optional<HeldNode>(std::string_view id)>;
  explicit PartialState(Before before) : before_(std::move(before)) {}

  // Everything the candidate says of the nodes it reads and rewrites must hold. Corruption if not.
  Result<void> apply(const Candidate& candidate);

  // Nothing if it is not there.
  const std::optional<HeldNode>& find(const std::string& id);

  // Every node that was asked for or rewritten.
  const std::map<std::string, std::optional<HeldNode>>& nodes() const { return nodes_; }

  // Pins that came and went.
  const std::set<Pin>& pinned() const { return pinned_; }
  const std::set<Pin>& unpinned() const { return unpinned_; }

 private:
  Result<void> apply(const Rewrite& rewrite);

  Before before_;
  std::map<std::string, std::optional<HeldNode>> nodes_;
  std::set<Pin> pinned_;
  std::set<Pin> unpinned_;
};

}  // namespace latewood::intake
