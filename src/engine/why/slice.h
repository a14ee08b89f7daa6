// Finds the candidates on which a node depends. Reads only the receipts of commits that wrote one of the nodes
// involved. These commits are found by bisection: a written node has another record from then on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "history/snapshot_data.h"
#include "intake/partial_state.h"
#include "latewood/receipt.h"
#include "latewood/result.h"

namespace latewood::tree {
class IdScope;
}

namespace latewood::engine {

class Branch;

// The node as it is in the tree; nullopt if the tree does not have it.
std::optional<intake::HeldNode> held_in(const tree::Tree& tree, std::string_view id, const tree::IdScope& ids);

class Slicer {
 public:
  // Searches the snapshots up to `head`, which must be on the line of `branch`. Both must outlive the slicer.
  Slicer(const Branch& branch, const history::SnapshotData& head) : branch_(branch), head_(head) {}

  // A candidate: the position of its commit on the line, and its index in the plan.
  using Step = std::pair<std::uint64_t, std::size_t>;

  // All candidates on which the node depends, directly or through other nodes, up to the commit at `position`.
  Result<std::set<Step>> run(const std::string& id, std::uint64_t position);

  // The last commit at or before `position` that changed or added the node; nullopt if the snapshot at `position` does
  // not have it.
  std::optional<std::uint64_t> last_change(std::string_view id, std::uint64_t position) const;
  // Whether the snapshot at `position` has the node.
  bool has(std::string_view id, std::uint64_t position) const;

  // The receipt of the commit at `position`, owned by the slicer; null if the commit has none.
  Result<const Receipt*> receipt(std::uint64_t position);
  const history::SnapshotData& at(std::uint64_t position) const {
    return history::ancestor(head_, head_.position - position);
  }
  const Candidate& candidate(const Step& step) const { return receipts_.at(step.first)->candidates[step.second]; }

  // Nodes that were added by a commit without a receipt, with the position of the commit. Filled by `run`.
  const std::map<std::string, std::uint64_t>& unexplained() const { return unexplained_; }

 private:
  Result<void> need(const std::string& id, const Step& before);
  std::optional<Step> writer_within(const Receipt& receipt, std::uint64_t position, const std::string& id,
                                    std::size_t end) const;

  const Branch& branch_;
  const history::SnapshotData& head_;
  std::map<std::uint64_t, std::optional<Receipt>> receipts_;
  std::map<std::string, std::uint64_t> unexplained_;
  std::set<Step> found_;
  std::vector<Step> open_;
};

}  // namespace latewood::engine
