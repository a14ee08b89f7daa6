#include "tree/tree.h"

#include <algorithm>
#include <utility>

#include "tree/added_rings.h"
#include "tree/ring_page.h"
#include "tree/sibling_order.h"

namespace latewood::tree {

void Tree::set_root(const Node* node) {
  Frame next = *frame;
  next.root = node;
  frame = Shared(std::move(next));
}

void Tree::set_seq(const Node* node) {
  Frame next = *frame;
  next.seq = node;
  frame = Shared(std::move(next));
}

void Tree::set_displaced(Turns turns) {
  Frame next = *frame;
  next.displaced = turns.empty() ? Shared<Turns>() : Shared(std::move(turns));
  frame = Shared(std::move(next));
}

void Tree::set_pins(Pins pins) {
  Frame next = *frame;
  next.pins = pins.empty() ? Shared<Pins>() : Shared(std::move(pins));
  frame = Shared(std::move(next));
}

const Subtree& subtree_at(const Tree& tree, const Place& place) {
  switch (place.region) {
    case Region::Sys: return *tree.sys;
    case Region::Ah: return *tree.ah;
    case Region::Frame:
    case Region::Seq: break;
  }
  return *tree.rings[place.ring];
}

const Node& node_at(const Tree& tree, const Place& place) {
  if (place.region != Region::Frame) return subtree_at(tree, place).node(place.at);
  return place.at == kRootAt ? *tree.root() : *tree.seq();
}

std::optional<Place> parent_of(const Tree& tree, const Place& place) {
  const Place root{Region::Frame, 0, kRootAt};
  if (place == root) return std::nullopt;
  if (place.region == Region::Frame) return root;
  if (place.at > 0) return Place{place.region, place.ring, subtree_at(tree, place).entries()[place.at].parent};
  return place.region == Region::Seq ? Place{Region::Frame, 0, kSeqAt} : root;
}

Tree with_subtree(const Tree& tree, const Place& place, Subtree subtree) {
  Tree changed = tree;
  Ring ring(std::move(subtree));
  switch (place.region) {
    case Region::Sys: changed.sys = std::move(ring); break;
    case Region::Ah: changed.ah = std::move(ring); break;
    case Region::Frame: break;
    case Region::Seq: changed.rings = tree.rings.set(place.ring, std::move(ring)); break;
  }
  return changed;
}

namespace {

// Whether the ring is before the turn. The facts of a page decide this for most turns, so a search in a long history
// loads few pages.
bool sorts_before(const Ring& ring, const Node& turn) {
  if (const RingPage* page = ring.page(); page != nullptr && !page->is_loaded()) {
    const TurnOrder wanted = order_of(turn);
    if (page->facts().last < wanted) return true;
    if (wanted < page->facts().first) return false;
  }
  return sibling_less(ring->container(), turn);
}

}  // namespace

std::size_t ring_place(const Tree& tree, const Node& turn) {
  const auto is_before = [&](std::size_t ring) { return sorts_before(tree.rings[ring], turn); };
  // Search in doubling steps back from the newest turn, because most searches are for recent turns.
  std::size_t high = tree.rings.size();
  std::size_t step = 1;
  std::size_t low = high;
  while (low > 0 && !is_before(low - 1)) {
    high = low - 1;
    low = low > step ? low - step : 0;
    step *= 2;
  }
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (is_before(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::optional<std::size_t> find_ring(const Tree& tree, const Node& turn) {
  const std::size_t place = ring_place(tree, turn);
  if (place == tree.rings.size() || tree.rings[place]->container().id() != turn.id()) return std::nullopt;
  return place;
}

namespace {

Turns::const_iterator displaced_place(const Turns& turns, std::string_view id) {
  return std::lower_bound(turns.begin(), turns.end(), id,
                          [](const Node* turn, std::string_view key) { return turn->id() < key; });
}

}  // namespace

bool is_displaced(const Tree& tree, const Node& turn) {
  const auto place = displaced_place(tree.displaced(), turn.id());
  return place != tree.displaced().end() && (*place)->id() == turn.id();
}

Tree with_ring(const Tree& tree, Subtree turn) {
  Tree changed = tree;
  const Node& container = turn.container();
  const std::size_t place = ring_place(tree, container);
  const bool grows = place == tree.rings.size() && continues(tree, container, newest_cycle(tree));
  if (!grows) {
    Turns displaced = tree.displaced();
    displaced.insert(displaced_place(displaced, container.id()), &container);
    changed.set_displaced(std::move(displaced));
  }
  changed.rings = tree.rings.insert(place, Ring(std::move(turn)));
  return changed;
}

Tree without_ring(const Tree& tree, std::size_t ring) {
  Tree changed = tree;
  const Node& container = tree.rings[ring]->container();
  if (is_displaced(tree, container)) {
    Turns displaced = tree.displaced();
    displaced.erase(displaced_place(displaced, container.id()));
    changed.set_displaced(std::move(displaced));
  }
  changed.rings = tree.rings.erase(ring);
  return changed;
}

std::optional<std::size_t> ring_at_depth(const Tree& tree, std::uint64_t depth) {
  if (depth == 0 || depth > tree.rings.size()) return std::nullopt;
  return tree.rings.size() - static_cast<std::size_t>(depth);
}

}  // namespace latewood::tree
