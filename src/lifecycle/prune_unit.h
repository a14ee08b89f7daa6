// The units of pruning: a tool call with its results, a block with the markers that redact or replace it, or a single
// block (D-17).
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

// The order of removal of units and turns in every pass: the lowest rank first (PRUNE-03, PRUNE-04, R-03).
struct PruneRank {
  std::int64_t priority = 0;  // the highest priority of the blocks
  std::int64_t age = 0;       // created_at_ns of the oldest block
  std::string_view id;        // the id of the first block in document order
  friend auto operator<=>(const PruneRank&, const PruneRank&) = default;
};

struct PruneUnit {
  std::optional<PruneRank> rank;        // nullopt: no blocks yet
  std::vector<std::string> ids;         // the blocks, in document order
  std::vector<std::string> containers;  // turns, cores and regions that markers of the unit name
  bool is_protected = false;            // a block is in a turn, region or band that is never pruned
};

// All units of a tree. The nodes of the tree must outlive this object.
class PruneUnits {
 public:
  PruneUnits(const tree::Tree& tree, const PrunePolicy& policy);

  // All units, sorted by rank.
  std::vector<const PruneUnit*> in_order() const;
  const std::vector<PruneUnit>& all() const { return units_; }

  // The unit with the block `id`, if it has several blocks or the policy keeps it, or the unit whose markers name the
  // container `id`; null if there is none.
  const PruneUnit* find_joined(std::string_view id) const;

 private:
  void protect_kept(const std::vector<PriorityBand>& bands);
  void protect_summaries(const std::vector<const tree::Node*>& summaries);

  std::vector<PruneUnit> units_;
  std::map<std::string, std::size_t, std::less<>> joined_;
};

// The rank of a whole turn: the rank of its blocks, or of the turn's header if it has no blocks.
PruneRank rank_of_turn(const tree::Subtree& turn);

// Whether the band contains this priority.
bool is_in(const PriorityBand& band, std::int64_t priority);

// Whether the policy keeps this turn. The active head counts as the newest turn, then depth 1, and so on.
bool keeps_ring(const tree::Tree& tree, std::size_t ring, const PrunePolicy& policy);

}  // namespace latewood::lifecycle
