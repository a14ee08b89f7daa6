// The totals of a tree. The totals of a snapshot are those of the one before, corrected by the changes; so they cost
// only the changes.
#pragma once

#include <cstdint>

#include "latewood/policy.h"
#include "tree/tree.h"

namespace latewood::lifecycle {

struct Totals {
  std::int64_t nodes = 0;   // number of blocks
  std::int64_t bytes = 0;   // bytes of their content as canonical JSON
  std::int64_t tokens = 0;  // 0 without a counter
  friend bool operator==(const Totals&, const Totals&) = default;

  Totals& operator+=(const Totals& other);
  Totals& operator-=(const Totals& other);
};

// `counter` may be null.
Totals measure_node(const tree::Node& node, TokenCounter* counter);
Totals measure(const tree::Subtree& subtree, tree::Subtree::Index at, TokenCounter* counter);
inline Totals measure(const tree::Subtree& subtree, TokenCounter* counter) { return measure(subtree, 0, counter); }

}  // namespace latewood::lifecycle
