#include "tree/added_rings.h"

#include <algorithm>
#include <utility>

namespace latewood::tree {

std::optional<std::uint64_t> newest_cycle(const Tree& tree) {
  std::size_t at = tree.rings.size();
  while (at > 0 && is_displaced(tree, tree.rings[at - 1]->container())) --at;
  if (at == 0) return std::nullopt;
  return tree.rings[at - 1]->container().cycle();
}

// An imported turn may have a cycle above the tree's own. It counts as displaced, so that turns sealed later do not.
bool continues(const Tree& tree, const Node& turn, std::optional<std::uint64_t> newest) {
  return turn.cycle() <= tree.cycle + 1 && (!newest || *newest < turn.cycle());
}

Tree with_rings(const Tree& tree, std::vector<Subtree> turns) {
  Tree changed = tree;
  if (turns.empty()) return changed;
  std::optional<std::uint64_t> newest = newest_cycle(tree);
  Turns displaced = tree.displaced();
  for (Subtree& turn : turns) {
    const Node& container = turn.container();
    const std::size_t place = ring_place(changed, container);
    const bool grows = place == changed.rings.size() && continues(tree, container, newest);
    if (grows) {
      newest = container.cycle();
    } else {
      displaced.push_back(&container);
    }
    changed.rings = changed.rings.insert(place, Ring(std::move(turn)));
  }
  if (displaced.size() == tree.displaced().size()) return changed;
  std::sort(displaced.begin(), displaced.end(), [](const Node* a, const Node* b) { return a->id() < b->id(); });
  changed.set_displaced(std::move(displaced));
  return changed;
}

}  // namespace latewood::tree
