// What is pruned in one piece: a tool call with its results, a block with the markers that
// redact or replace it, or a block alone (D-17).
#pragma once

#include <string>
#include <vector>

#include "latewood/policy.h"
#include "tree/tree.h"

namespace latewood::lifecycle {

struct PruneUnit {
  const tree::Node* first = nullptr;  // its first member in document order: decides its turn in line
  std::vector<std::string> ids;
  bool is_protected = false;  // a member is in a turn or region that is never pruned
};

// All units of the tree, in pruning order: lowest priority first, then oldest, then smallest
// id (PRUNE-03, PRUNE-04).
std::vector<PruneUnit> prune_units(const tree::Tree& tree, const PrunePolicy& policy);

// Whether the policy never prunes from this turn. The head is the newest, then depth 1, ...
bool keeps_ring(const tree::Tree& tree, std::size_t ring, const PrunePolicy& policy);

}  // namespace latewood::lifecycle
