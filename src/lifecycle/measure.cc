#include "lifecycle/measure.h"

namespace latewood::lifecycle {

Totals& Totals::operator+=(const Totals& other) {
  nodes += other.nodes;
  bytes += other.bytes;
  tokens += other.tokens;
  return *this;
}

Totals& Totals::operator-=(const Totals& other) {
  nodes -= other.nodes;
  bytes -= other.bytes;
  tokens -= other.tokens;
  return *this;
}

Totals measure_node(const tree::Node& node, TokenCounter* counter) {
  Totals totals;
  // The content of a core is sent like that of a block, but budgets do not count the core as a node.
  const bool is_block = node.node_class() == tree::NodeClass::Block;
  if (!is_block && node.node_class() != tree::NodeClass::Core) return totals;
  totals.nodes = is_block ? 1 : 0;
  if (node.payload() == nullptr) return totals;
  totals.bytes = static_cast<std::int64_t>(node.payload()->counted_bytes());
  if (counter != nullptr) totals.tokens = static_cast<std::int64_t>(counter->count(node.payload()->json()));
  return totals;
}

Totals measure(const tree::Subtree& subtree, tree::Subtree::Index at, TokenCounter* counter) {
  Totals totals;
  for (auto i = at; i < subtree.entries()[at].end; ++i) totals += measure_node(subtree.node(i), counter);
  return totals;
}

}  // namespace latewood::lifecycle
