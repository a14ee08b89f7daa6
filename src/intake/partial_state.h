// The nodes that candidates read and write, with the candidates applied to them. No other nodes are loaded.
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
  // The node before the first candidate. Called once for each node.
  using Before = std::function<std::optional<HeldNode>(std::string_view id)>;
  explicit PartialState(Before before) : before_(std::move(before)) {}

  // Applies a candidate. Corruption unless all its reads and rewrites match the nodes.
  Result<void> apply(const Candidate& candidate);

  // The node now; nullopt if it does not exist.
  const std::optional<HeldNode>& find(const std::string& id);

  // Every node that was read or rewritten.
  const std::map<std::string, std::optional<HeldNode>>& nodes() const { return nodes_; }

  // The added and the removed pins.
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
