// What is pruned in one piece: a tool call with its results, a block with the markers that
// redact or replace it, or a block alone (D-17).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/policy.h"
#include "tree/tree.h"

namespace latewood::lifecycle {

// Where a unit or a turn stands in the line of every budget: the lowest goes first (PRUNE-03, PRUNE-04, R-03).
struct PruneRank {
  std::int64_t priority = 0;  // the highest of its blocks
  std::int64_t age = 0;       // created_at_ns of its oldest block
  std::string_view id;        // of its first block in document order
  friend auto operator<=>(const PruneRank&, const PruneRank&) = default;
};

struct PruneUnit {
  std::optional<PruneRank> rank;        // nothing before its first block is known
  std::vector<std::string> ids;         // its blocks, in document order
  std::vector<std::string> containers;  // turns, cores and regions that its markers name
  bool is_protected = false;            // a member is in a turn, region or band that is never pruned
};

// All units of a tree as it is now. The tree's nodes must outlive it.
class PruneUnits {
 public:
  PruneUnits(const tree::Tree& tree, const PrunePolicy& policy);

  // By their ranks.
  std::vector<const PruneUnit*> in_order() const;
  const std::vector<PruneUnit>& all() const { return units_; }

  // The unit of a block that does not stand alone or that the policy keeps, or whose markers name this container.
  // Null: there is none.
  const PruneUnit* find_joined(std::string_view id) const;

 private:
  void protect_kept(const std::vector<PriorityBand>& bands);

  std::vector<PruneUnit> units_;
  std::map<std::string, std::size_t, std::less<>> joined_;
};

// The rank of a whole turn: of its blocks, or of the turn itself if it has none.
PruneRank rank_of_turn(const tree::Subtree& turn);

// Whether a band has this priority.
bool is_in(const PriorityBand& band, std::int64_t priority);

// Whether the policy never prunes from this turn. The head is the newest, then depth 1, ...
bool keeps_ring(const tree::Tree& tree, std::size_t ring, const PrunePolicy& policy);

}  // namespace latewood::lifecycle
