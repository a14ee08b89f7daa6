#include "lifecycle/exchange_turns.h"

#include <algorithm>
#include <utility>

#include "lifecycle/prune_unit.h"

namespace latewood::lifecycle {
namespace {

struct Exchange {
  PruneRank rank;
  std::vector<std::string> turns;
};

// The rank of the exchange with another turn at its end.
PruneRank joined(const PruneRank& rank, const PruneRank& turn) {
  return {std::max(rank.priority, turn.priority), std::min(rank.age, turn.age), rank.id};
}

}  // namespace

bool starts_exchange(const tree::Subtree& turn) {
  return std::any_of(turn.entries().begin(), turn.entries().end(), [](const tree::Subtree::Entry& entry) {
    const tree::Node& node = *entry.node;
    if (node.node_class() != tree::NodeClass::Block || node.role() == nullptr || *node.role() != "user") return false;
    return node.kind() == nullptr || (*node.kind() != "call" && *node.kind() != "result");
  });
}

std::uint64_t count_exchanges(const tree::Tree& tree) {
  std::uint64_t count = 0;
  for (const tree::Ring& ring : tree.rings) count += starts_exchange(*ring) ? 1U : 0U;
  return count;
}

std::vector<std::vector<std::string>> exchanges_in_order(const tree::Tree& tree, const PrunePolicy& policy) {
  std::vector<Exchange> exchanges;
  bool has_start = false;
  for (std::size_t ring = 0; ring < tree.rings.size(); ++ring) {
    const tree::Subtree& turn = *tree.rings[ring];
    const bool starts = starts_exchange(turn);
    if (exchanges.empty() || (starts && has_start)) {
      exchanges.push_back({rank_of_turn(turn), {}});
      has_start = false;
    } else {
      exchanges.back().rank = joined(exchanges.back().rank, rank_of_turn(turn));
    }
    has_start = has_start || starts;
    exchanges.back().turns.emplace_back(turn.container().id());
    // The exchange of a kept turn, and all that are newer.
    if (!keeps_ring(tree, ring, policy)) continue;
    exchanges.pop_back();
    break;
  }
  std::sort(exchanges.begin(), exchanges.end(), [](const Exchange& a, const Exchange& b) { return a.rank < b.rank; });
  std::vector<std::vector<std::string>> all;
  for (Exchange& exchange : exchanges) all.push_back(std::move(exchange.turns));
  return all;
}

}  // namespace latewood::lifecycle
