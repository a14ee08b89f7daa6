// Which candidates a node rests on. Receipts are read only of the commits that wrote something the answer needs; these
// are found by halving the history, since a node that is written has another record from then on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/branch/branch.h"
#include "history/snapshot_data.h"
#include "intake/partial_state.h"
#include "latewood/receipt.h"
#include "latewood/result.h"

namespace latewood::engine {

// A node as a snapshot has it; nothing if it does not.
std::optional<intake::HeldNode> held_in(const tree::Tree& tree, std::string_view id, const tree::IdScope& ids);

class Slicer {
 public:
  // The snapshots up to `head`, which belongs to the branch. Both must outlive the slicer.
  Slicer(const Branch& branch, const history::SnapshotData& head) : branch_(branch), head_(head) {}

  // A candidate by commit (how many came before it) and place in the plan.
  using Step = std::pair<std::uint64_t, std::size_t>;

  // Everything that the node rests on, as of the commit at `position`, ascending.
  Result<std::set<Step>> run(const std::string& id, std::uint64_t position);

  // The last commit at or before `position` after which the node was not what it had been; nothing if it is not
  // there at `position`.
  std::optional<std::uint64_t> last_change(std::string_view id, std::uint64_t position) const;
  // Whether the snapshot has the node.
  bool has(std::string_view id, std::uint64_t position) const;

  // Null if the commit has none.
  Result<const Receipt*> receipt(std::uint64_t position);
  const history::SnapshotData& at(std::uint64_t position) const {
    return history::ancestor(head_, head_.position - position);
  }
  const Candidate& candidate(const Step& step) const { return receipts_.at(step.first)->candidates[step.second]; }

  // Nodes that came with a commit without a receipt, and that commit.
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
