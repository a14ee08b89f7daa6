#include "selector/position.h"

#include <algorithm>

#include "selector/zone.h"

namespace latewood::selector {

using tree::Subtree;
using Index = Subtree::Index;

void PositionFilter::apply(const std::vector<Pseudo>& pseudos, const Subtree& subtree, std::optional<Index> core_place,
                           Kept& kept) {
  core_place_ = core_place.value_or(0);
  for (const Pseudo& pseudo : pseudos) {
    switch (pseudo.kind) {
      case PseudoKind::First: keep_ranked(subtree, 1, From::Front, kept); break;
      case PseudoKind::Last: keep_ranked(subtree, 1, From::Back, kept); break;
      case PseudoKind::Nth: keep_ranked(subtree, pseudo.nth, From::Front, kept); break;
      case PseudoKind::Depth: kept = {}; break;
      case PseudoKind::Pre:
      case PseudoKind::Core:
      case PseudoKind::Post:
        std::erase_if(kept.nodes, [&](Index at) {
          const tree::Node& node = subtree.node(at);
          return !is_in_zone(pseudo.kind, node.node_class(), node.offset());
        });
        kept.has_virtual_core = kept.has_virtual_core && pseudo.kind == PseudoKind::Core;
    }
  }
}

void PositionFilter::keep_ranked(const Subtree& subtree, std::uint64_t rank, From from, Kept& kept) {
  counts_.resize(std::max(counts_.size(), subtree.entries().size()));
  const bool is_backward = from == From::Back;
  if (is_backward) std::reverse(kept.nodes.begin(), kept.nodes.end());
  // The virtual core counts as a child of the container at its place.
  bool is_core_due = kept.has_virtual_core;
  const auto count_core = [&] {
    is_core_due = false;
    kept.has_virtual_core = is_ranked(0, rank);
  };
  std::vector<Index> ranked;
  for (const Index at : kept.nodes) {
    if (is_core_due && (at >= core_place_) != is_backward) count_core();
    if (is_ranked(subtree.entries()[at].parent, rank)) ranked.push_back(at);
  }
  if (is_core_due) count_core();
  for (const Index at : kept.nodes) counts_[subtree.entries()[at].parent] = 0;
  counts_[0] = 0;
  if (is_backward) std::reverse(ranked.begin(), ranked.end());
  kept.nodes = std::move(ranked);
}

}  // namespace latewood::selector
