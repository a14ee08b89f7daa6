// What is pruned in one piece: a tool call with its results, a block with the markers that
// redact or replace it, or a block alone (D-17).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/policy.h"
#include "tree/tree.h"

namespace latewood::lifecycle {

struct PruneUnit {
  const tree::Node* first = nullptr;    // its first member in document order: decides its turn in line
  std::vector<std::string> ids;         // its blocks, in document order
  std::vector<std::string> containers;  // turns, cores and regions that its markers name
  bool is_protected = false;            // a member is in a turn or region that is never pruned
};

// All units of a tree as it is now. The tree's nodes must outlive it.
class PruneUnits {
 public:
  PruneUnits(const tree::Tree& tree, const PrunePolicy& policy);

  // In pruning order: lowest priority first, then oldest, then smallest id (PRUNE-03, PRUNE-04).
  std::vector<const PruneUnit*> in_order() const;

  // The unit of a block that does not stand alone, or whose markers name this container. Null:
  // there is none.
  const PruneUnit* find_joined(std::string_view id) const;

 private:
  std::vector<PruneUnit> units_;
  std::map<std::string, std::size_t, std::less<>> joined_;
};

// Whether the policy never prunes from this turn. The head is the newest, then depth 1, ...
bool keeps_ring(const tree::Tree& tree, std::size_t ring, const PrunePolicy& policy);

}  // namespace latewood::lifecycle
